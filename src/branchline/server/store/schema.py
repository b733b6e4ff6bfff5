"""The tables. `(game, seq)` is the key of the log, and the log is the game."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

SITE = Table("site", METADATA, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
"""Values that all processes of a site share: the secret that signs cookies."""

GUESTS = Table(
    "guests",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("color", String(20), nullable=False),
    Column("created", Float, nullable=False),
)

MAPS = Table(
    "maps",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("guest", String(32)),  # who uploaded it; NULL for a built-in map
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False, server_default="0"),  # when somebody last played or looked at it, to the day
    Index("maps_of_guest", "guest"),
)

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("stage", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("row", Text, nullable=False),  # JSON: what a list of games shows
    Column("map", String(64)),  # the hash of its map; NULL if an older version wrote the row
    Index("games_by_stage", "stage", "public", "updated"),
    Index("games_by_map", "map"),
)

RECORDS = Table(
    "records",
    METADATA,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("key", String(80)),  # the sender's id of the message, so that a resend is not stored twice
    Column("body", Text, nullable=False),
    UniqueConstraint("game", "key", name="records_once"),
)

SECRETS = Table(
    "secrets",
    METADATA,
    Column("hash", String(64), primary_key=True),  # the hash of 128 random bits, which are never stored themselves
    Column("game", String(40), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),  # -1 for the invite
    Index("secrets_of_game", "game", "seat"),
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Index("entries_of_game", "game"),
)
"""Who may enter a private game: guests who used its invite or took a seat."""

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("format", Integer, nullable=False),
    Column("body", Text, nullable=False),  # JSON
)
"""The reviews of finished games. They can be made again, so one of another format counts as none."""

PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("until", Float, nullable=False),  # by the clock of the database
)
"""The leases of the processes that share a database: a process whose lease has run out is considered dead."""

OWNERS = Table(
    "owners",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column("process", String(40), nullable=False),
    Column("token", Integer, nullable=False),  # the fencing token: greater with each owner
    Index("owners_by_process", "process"),
)
"""Which process runs the bots and clocks of a game."""

COPIED = (SITE, GUESTS, MAPS, GAMES, RECORDS, SECRETS, ENTRIES, REVIEWS)
"""Every table with lasting content, parents before children."""

"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "site",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("colour", sa.String(20), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "maps",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("maps_of_guest", "maps", ["guest"])
    _games()


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("row", sa.Text, nullable=False),
    )
    op.create_index("games_by_stage", "games", ["stage", "public", "updated"])
    op.create_table(
        "records",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key", sa.String(80)),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("game", "key", name="records_once"),
    )
    op.create_table(
        "secrets",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_index("secrets_of_game", "secrets", ["game", "seat"])
    op.create_table(
        "entries",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    )
    op.create_index("entries_of_game", "entries", ["game"])

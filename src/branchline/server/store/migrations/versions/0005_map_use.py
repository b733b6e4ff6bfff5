"""Add when each map was last used, and which map each game needs, so that unused maps can be deleted."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Maps count as used now; the maps of games are read from their logs later, some at a time."""
    op.add_column("maps", sa.Column("used", sa.Float, nullable=False, server_default="0"))
    op.execute(sa.table("maps", sa.column("used", sa.Float)).update().values(used=time.time()))
    op.add_column("games", sa.Column("map", sa.String(64)))
    op.create_index("games_by_map", "games", ["map"])

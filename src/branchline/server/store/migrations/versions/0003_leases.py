"""Add the leases of processes, and the owners of games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("process", sa.String(40), nullable=False),
        sa.Column("token", sa.Integer, nullable=False),
    )
    op.create_index("owners_by_process", "owners", ["process"])

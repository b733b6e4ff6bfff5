"""Rename `colour` to `color`: the column of guests, and the key in the rows of the game lists."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the column and the JSON key."""
    with op.batch_alter_table("guests") as guests:
        guests.alter_column("colour", new_column_name="color", existing_type=sa.String(20), existing_nullable=False)
    games = sa.table("games", sa.column("row", sa.Text))
    op.execute(games.update().values(row=sa.func.replace(games.c.row, '"colour":', '"color":')))

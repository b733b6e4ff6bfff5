"""Alembic's environment: runs the migrations on the connection that `upgrade` passes."""

from alembic import context

from branchline.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()

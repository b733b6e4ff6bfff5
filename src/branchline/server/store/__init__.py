"""Where games are kept: SQLite in one file, or PostgreSQL; the same schema and the same calls for both."""

from branchline.server.store.store import Append, Store, StoreError, open_store

__all__ = ["Append", "Store", "StoreError", "open_store"]

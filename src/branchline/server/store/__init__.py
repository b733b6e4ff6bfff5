"""The database: SQLite in one file, or PostgreSQL, with one schema and one interface. Imports no other room."""

from branchline.server.store.store import Append, Store, StoreError, open_store

__all__ = ["Append", "Store", "StoreError", "open_store"]

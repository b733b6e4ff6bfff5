"""The database: SQLite in one file, or PostgreSQL, with one schema and one interface. Imports no other room."""

from branchline.server.store.store import Append, NotOwnerError, Owner, Store, StoreError, open_store

__all__ = ["Append", "NotOwnerError", "Owner", "Store", "StoreError", "open_store"]

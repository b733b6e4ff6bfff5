"""Live games: rooms, matches, the records they are replayed from, and the seats that the server plays.

Imports the store, never the projection or HTTP.
"""

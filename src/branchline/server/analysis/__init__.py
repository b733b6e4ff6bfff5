"""Hints and winning chances, searched for in threads that yield to play. Imports `projection`, `live` and below."""

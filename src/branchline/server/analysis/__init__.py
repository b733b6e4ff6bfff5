"""Hints, winning chances and reviews, computed where they do not slow down play. Imports `projection` and below."""

"""Hints and winning chances, computed by search in worker threads."""

"""Decide where cities, routes and labels go; `layout.py` is the entry point."""

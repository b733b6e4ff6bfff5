"""Bots: the protocol, the registry and the built-in players."""

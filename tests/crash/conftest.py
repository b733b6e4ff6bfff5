"""Clients are cut off here all the time."""

from tests.server.loose_ends import sweep_up as sweep_up  # noqa: PLC0414 (a fixture of every test here)

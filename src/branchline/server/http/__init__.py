"""Requests, sockets and pages: everything that speaks to clients."""

"""Everything that talks to clients: the HTTP API, sockets, pages, identity, limits. Imports the rooms below it."""

"""The HTTP API: each endpoint is a function with a row in a table, from which routes and OpenAPI entries are made."""

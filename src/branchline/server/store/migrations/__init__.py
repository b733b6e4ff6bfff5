"""The migrations of the schema, in order."""

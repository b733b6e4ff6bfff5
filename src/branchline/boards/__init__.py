"""From a map file to a board."""

"""Read map files: their schema, where a problem stands in the text, and every check. Imports nothing of drawing."""

"""Letter a board in any script: the font of each letter, and the outlines and positions of a text's glyphs."""

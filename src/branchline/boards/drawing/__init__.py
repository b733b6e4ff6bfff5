"""How a map becomes a picture: projection, layout, scenery, signs, SVG; `boards/draw.py` is the front door."""

"""Draw a map: ground, layout and paint; `boards/draw.py` is the public interface."""

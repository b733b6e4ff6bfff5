"""The rules as a compiled kernel, and the game built on it; imports nothing but `boards`."""

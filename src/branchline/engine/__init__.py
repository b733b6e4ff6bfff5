"""The rules, compiled, and the game built on them."""

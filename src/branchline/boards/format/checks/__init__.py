"""The checks of a well-formed map, one module per subject; `every.py` runs them all."""

"""A second rules engine: slow, obvious, and independent of the one it checks."""

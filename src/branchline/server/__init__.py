"""Live games over the network."""

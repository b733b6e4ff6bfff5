"""Several processes of one site: which of them runs a game, and how they notify each other."""

"""Live games over the network: `http`, `projection`, `live` and `store`, each importing only those after it."""

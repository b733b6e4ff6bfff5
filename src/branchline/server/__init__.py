"""Live games over the network: `http`, `analysis`, `projection`, `live`, `store`, each importing those after it."""

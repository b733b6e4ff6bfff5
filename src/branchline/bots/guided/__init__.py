"""The guided bot: the search, with priors and playouts by a trained network. Compiled, except for `bot`."""

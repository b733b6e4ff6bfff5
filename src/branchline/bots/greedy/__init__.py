"""The greedy bot: the most points at once. Compiled, except for `bot`."""

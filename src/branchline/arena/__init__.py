"""The arena: matches, simulations and tournaments between bots."""

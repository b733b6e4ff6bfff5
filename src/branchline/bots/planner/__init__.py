"""The planner: an instant bot that plans a network for its tickets. Compiled, except for `bot`."""

"""The search bot: information-set tree search with planner rollouts. Compiled, except for `bot`."""

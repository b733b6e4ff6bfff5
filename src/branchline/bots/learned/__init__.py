"""The learned bot: a small network corrects the planner's choice. Compiled, except for `bot` and `weights`."""

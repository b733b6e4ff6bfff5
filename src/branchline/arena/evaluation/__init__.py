"""Measurements: the speed of this machine, tasks that compare agents, and the conformance of other engines."""

"""Lessons: one decision each about one rule, posed in positions of real games, and the search for such positions."""

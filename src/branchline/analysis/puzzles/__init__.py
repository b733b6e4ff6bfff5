"""Puzzles: positions with one clearly best decision, the shipped sets, and the search for new ones."""

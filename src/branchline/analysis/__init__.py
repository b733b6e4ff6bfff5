"""Analysis of play for people: reviews of games, and puzzles. Imports `bots` and below."""

"""Analysis of play for people: reviews of games, puzzles and lessons. Imports `bots` and below."""

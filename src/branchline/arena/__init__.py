"""Many games: matches, tournaments, ratings."""

"""What the bots know, told to people: the review of a game. Imports `bots` and below."""

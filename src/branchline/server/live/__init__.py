"""Live games: rooms, matches, the records they are folded from, and the seats the server plays."""

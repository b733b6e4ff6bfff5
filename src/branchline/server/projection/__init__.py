"""What each client may see: states, patches, legal moves, replays and lists, as wire types."""

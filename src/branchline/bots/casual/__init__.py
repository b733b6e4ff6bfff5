"""The casual player: plays as people do in their first games, one ticket at a time. Compiled, except for `bot`."""

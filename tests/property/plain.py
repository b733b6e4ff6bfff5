"""A saved game hashed move by move, to compare the compiled kernel with the same source run as plain Python."""

from __future__ import annotations

import hashlib
import sys

from branchline.engine.game import Game, parse_save

EVERY = 25
"""Legal actions and views are hashed before every 25th action only: plain Python is slow at them."""


def story(save: str) -> str:
    """Return the hash of a game's states, lists of legal actions, views, worlds and result."""
    saved = parse_save(save).game
    game = Game(saved.board, saved.key)
    digest = hashlib.sha256(game.to_bytes())
    for step, code in enumerate(saved.log):
        if step % EVERY == 0:
            view = game.view(step % game.players)
            digest.update(game.legal.codes.tobytes() + view.to_bytes())
        game.play(code)
        digest.update(game.to_bytes())
    return f"{digest.hexdigest()}\n{game.result}"


if __name__ == "__main__":
    sys.stdout.write(story(sys.stdin.read()))

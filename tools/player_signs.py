"""Write the players' signs for the page: `python -m tools.player_signs`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from branchline.boards.drawing.signs import PLAYER_SIGNS

FILE = Path(__file__).parent.parent / "web/src/board/player_signs.json"


def content() -> bytes:
    """Return the file's content: the signs by color."""
    return msgspec.json.format(msgspec.json.encode({sign.name: sign for sign in PLAYER_SIGNS})) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(content())

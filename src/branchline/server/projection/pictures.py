"""The picture of a finished game to share: the final board with names and scores."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from branchline.boards.draw import PLAYER_SIGNS, PlayerMark, png, svg
from branchline.engine.position import position
from branchline.server.live.players import shorten
from branchline.server.projection.maps import PREVIEW_WIDTH, drawing_in, has_translation, version_of_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.draw import Position
    from branchline.server.live.map_store import MapVersion
    from branchline.server.live.match import Match

LONGEST_NAME = 14
"""The most letters of a name below the board, so that the names and scores of five players fit side by side."""
LEVELS_IN_FRENCH = {
    "novice": "novice", "beginner": "débutant", "easy": "facile", "medium": "moyen", "strong": "fort",
    "hard": "difficile", "expert": "expert", "builder": "bâtisseur", "racer": "coureur", "blocker": "bloqueur",
    "collector": "collectionneur",
}  # fmt: skip
"""As in `web/src/i18n/fr.ts`."""


def _english_name(name: str) -> str:
    return name


def _french_name(name: str) -> str:
    """Return a name as players see it on the page in French: those that the server gave are translated.

    >>> _french_name("Medium bot 2"), _french_name("Guest 1234"), _french_name("Ada")
    ('Robot moyen 2', 'Invité 1234', 'Ada')
    """
    bot = re.fullmatch(r"(\w+) bot((?: \d+)?)", name)
    if bot:
        level = bot[1].lower()
        return f"Robot {LEVELS_IN_FRENCH.get(level, level)}{bot[2]}"
    return re.sub(r"^Player (\d+)$", r"Joueur \1", re.sub(r"^Guest (\d+(?: \d+)?)$", r"Invité \1", name))


class Words(NamedTuple):
    """What a picture says in a language."""

    won: str
    player_name: Callable[[str], str]


WORDS = {"en": Words("won", _english_name), "fr": Words("gagné", _french_name)}


def picture_language(asked: str) -> str:
    """Return the language of a picture: the one that was asked for, or English."""
    return asked if asked in WORDS else "en"


def final_position(match: Match, language: str = "en") -> Position:
    """Return the board at the end of a game, with every player's name and score, and who won."""
    totals, winners, words = match.playing.result.totals, match.outcome[0], WORDS[language]
    signs = [sign.name for sign in PLAYER_SIGNS]
    end = position(match.playing)
    for number, seat in enumerate(match.seats):
        name = shorten(words.player_name(seat.name), LONGEST_NAME)
        caption = f"{name} {totals[number]}" + (f" ({words.won})" if number in winners else "")
        end.players.append(PlayerMark(caption, signs.index(seat.color)))
    return end


def final_picture(version: MapVersion, end: Position, language: str) -> bytes:
    """Return the board at the end of a game as PNG. Drawing it takes a while, so call it in a thread."""
    translation = language if has_translation(version, "picture", language) else ""
    return png(svg(drawing_in(version, translation), end), PREVIEW_WIDTH)


def final_picture_of_text(name: str, text: str, end: Position, language: str) -> bytes:
    """Return the same picture for a map that a guest uploaded. Run it in a process that can be killed."""
    return final_picture(version_of_text(name, text), end, language)

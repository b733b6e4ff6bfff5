"""The picture of a finished game to share: the final board with names and scores."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from branchline.boards.draw import PLAYER_SIGNS, PlayerMark, png, svg
from branchline.engine.position import position
from branchline.server.live.players import shorten
from branchline.server.projection.maps import PREVIEW_WIDTH, drawing_in, has_translation, version_of_text

if TYPE_CHECKING:
    from branchline.boards.draw import Position
    from branchline.server.live.map_store import MapVersion
    from branchline.server.live.match import Match

LONGEST_NAME = 14
"""The most letters of a name below the board, so that the names and scores of five players fit side by side."""


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a picture says in a language, and how it translates the names that the server gave."""

    won: str
    bot: str = ""
    """Followed by its level; empty where names stay as they are."""
    guest: str = ""
    player: str = ""
    levels: dict[str, str] = {}

    def player_name(self, name: str) -> str:
        """Return a name as the page shows it in this language.

        >>> [TEXTS["fr"].player_name(name) for name in ("Medium bot 2", "Guest 1234", "Ada")]
        ['Robot moyen 2', 'Invité 1234', 'Ada']
        >>> TEXTS["en"].player_name("Medium bot 2")
        'Medium bot 2'
        """
        if not self.bot:
            return name
        bot = re.fullmatch(r"(\w+) bot((?: \d+)?)", name)
        if bot:
            level = bot[1].lower()
            return f"{self.bot} {self.levels.get(level, level)}{bot[2]}"
        numbered = re.fullmatch(r"(Guest|Player)( \d+(?: \d+)?)", name)
        return (self.guest if numbered[1] == "Guest" else self.player) + numbered[2] if numbered else name


TEXTS = msgspec.toml.decode(files(__package__).joinpath("picture_texts.toml").read_bytes(), type=dict[str, Texts])


def picture_language(asked: str) -> str:
    """Return the language of a picture: the one that was asked for, or English."""
    return asked if asked in TEXTS else "en"


def final_position(match: Match, language: str = "en") -> Position:
    """Return the board at the end of a game, with every player's name and score, and who won."""
    totals, winners, texts = match.playing.result.totals, match.outcome[0], TEXTS[language]
    signs = [sign.name for sign in PLAYER_SIGNS]
    end = position(match.playing)
    for number, seat in enumerate(match.seats):
        name = shorten(texts.player_name(seat.name), LONGEST_NAME)
        caption = f"{name} {totals[number]}" + (f" ({texts.won})" if number in winners else "")
        end.players.append(PlayerMark(caption, signs.index(seat.color)))
    return end


def final_picture(version: MapVersion, end: Position, language: str) -> bytes:
    """Return the board at the end of a game as PNG. Drawing it takes a while, so call it in a thread."""
    translation = language if has_translation(version, "picture", language) else ""
    return png(svg(drawing_in(version, translation), end), PREVIEW_WIDTH)


def final_picture_of_text(name: str, text: str, end: Position, language: str) -> bytes:
    """Return the same picture for a map that a guest uploaded. Run it in a process that can be killed."""
    return final_picture(version_of_text(name, text), end, language)

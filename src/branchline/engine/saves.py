"""Saved games: readable text, a header and then one action per line."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.boards.build import build_board
from branchline.boards.format.check import check
from branchline.boards.format.files import MOST_BYTES
from branchline.boards.format.rules_hash import rules_hash
from branchline.boards.format.writer import map_text
from branchline.boards.library import built_in_map, is_ordinary, library_map
from branchline.engine.actions import decode, notation
from branchline.engine.deal import ENTROPY_BYTES, commitment_of
from branchline.engine.errors import ActionError, BrokenSave, WrongMap
from branchline.errors import BranchlineError
from branchline.names import printable, shortened
from branchline.numerals import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.board import Board
    from branchline.boards.format.schema import Map
    from branchline.boards.library import MapFile
    from branchline.engine.game import Game
    from branchline.engine.result import Result

    MakeGame = Callable[[Board, bytes, list[str], list[bytes]], Game]
    MakeBoard = Callable[[int, list[str]], Board]
    Header = dict[str, tuple[int, str]]

FORMAT = "Branchline game"
FORMAT_VERSION, FORMAT_WITH_CHANCE, FORMAT_WITH_MAP = "1", "2", "3"
"""A later version is written only for games that need it: with entropy or redeals, or on a map that is not built in."""
KNOWN_FORMATS = (FORMAT_VERSION, FORMAT_WITH_CHANCE, FORMAT_WITH_MAP)
MAP_LINE = "|"
"""The start of each line that describes the map; these lines stand between the header and the actions."""
RULES_VERSION = 1
"""Incremented only when the same log would replay to a different game."""
REDEAL = "redeal "
"""The start of a line that stands where chance was redealt after an undo; the number of the redeal follows."""
LARGEST = 400_000 + 2 * MOST_BYTES
"""The maximum size of a file in bytes: ample for the longest game and its map."""
MOST_LINES = 5_000
LONGEST_LINE = 2_000


@dataclass(frozen=True)
class Save:
    """A saved game as it was read, with the result that the file states."""

    game: Game
    result: str | None


def write_text(text: str, path: Path) -> None:
    """Write a file atomically."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    except OSError as error:
        raise BranchlineError(f"Cannot write {path}: {error.strerror}.") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise BranchlineError(f"Cannot write {path}: {error.strerror}.") from None


def save_text(game: Game) -> str:
    """Return a game as the text of a saved file."""
    header = {
        "rules": str(RULES_VERSION),
        "map": f"{Path(game.board.map_id).stem} {game.board.hash}",
        "players": str(game.players),
        "options": " ".join(sorted(game.board.options)) or "none",
        "names": " | ".join(name.replace("|", "/") for name in game.names),
        "seed": game.seed.hex(),
        "commitment": game.commitment,
    }
    if game.entropy:
        header["entropy"] = " ".join(entropy.hex() for entropy in game.entropy)
    map_lines = _map_lines(game.board)
    version = FORMAT_WITH_CHANCE if game.entropy or game.redeals else FORMAT_VERSION
    version = FORMAT_WITH_MAP if map_lines else version
    lines = [f"{FORMAT} {version}", *(f"{key}: {value}" for key, value in header.items()), "", *map_lines]
    for moves in range(len(game.log) + 1):
        lines += [f"{REDEAL}{game.redeals[moves]}"] if moves in game.redeals else []
        lines += [notation(game.board, decode(game.board, code)) for code in game.log[moves : moves + 1]]
    lines += ["", f"result: {result_line(game.result)}"] if game.over else [""]
    body = "\n".join(lines) + "\n"
    return f"{body}end: {len(game.log)} actions {_checksum(body)}\n"


def _map_lines(board: Board) -> list[str]:
    """Return the lines that describe the map of a game, none for a built-in map: every installation has those."""
    built_in = built_in_map(board.map_id)
    if built_in is not None and rules_hash(built_in.spec) == board.hash:
        return []
    return [*(f"{MAP_LINE} {line}".rstrip() for line in map_text(board.spec).splitlines()), ""]


def result_line(result: Result) -> str:
    """Return the totals and the winners in one line."""
    winners = " ".join(str(seat + 1) for seat in result.winners)
    return f"{' '.join(map(str, result.totals))}; won by {winners}, by {result.decided_by}"


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def read_text(path: Path) -> str:
    """Return the text of a saved game's file."""
    try:
        if not is_ordinary(path):
            raise BrokenSave(f"{path} is not a regular file, so it is not a saved game.")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BrokenSave(f"Cannot read {path}: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise BrokenSave(f"{path} is larger than {LARGEST:,} bytes: not a saved game.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BrokenSave(f"{path}, line 1: this is not text, so it is not a saved game.") from None


class SaveReader:
    """Reads the text of a saved game; every error names the line.

    The map is the given one, or the one of the library with the name and the hash in the file, or the one that the file
    describes, unless foreign maps are refused.
    """

    def __init__(self, name: str, text: str, given: MapFile | None = None, *, foreign_maps: bool = True) -> None:
        self.name = name
        self.given, self.foreign_maps = given, foreign_maps
        self.text = text.replace("\r\n", "\n")
        self.lines = self.text.split("\n")

    def fail(self, line: int, message: str) -> BrokenSave:
        """Return the error for a line."""
        return BrokenSave(printable(f"{self.name}, line {line}: {message}"))

    def read(self, make_game: MakeGame) -> Save:
        """Play the saved game again, on a game that `make_game` returns for its board, seed, names and entropy."""
        self._check_size()
        self._check_first_line()
        header, start = self._header()
        self.map_from, start = start, self._after_map(start)
        game = self._game(header, make_game)
        end = self._end()
        for number in range(start, end):
            self._play(game, number)
        result = self._result(game)
        self._check_end(game)
        return Save(game, result)

    def _check_size(self) -> None:
        if len(self.lines) > MOST_LINES:
            raise self.fail(MOST_LINES, f"a saved game has at most {MOST_LINES:,} lines.")
        for number, line in enumerate(self.lines, 1):
            if len(line) > LONGEST_LINE and not line.startswith(MAP_LINE):
                raise self.fail(number, f"a line has at most {LONGEST_LINE:,} characters.")

    def _check_first_line(self) -> None:
        if not self.lines[0].startswith(FORMAT + " "):
            raise self.fail(1, f'this is not a saved game: its first line does not begin with "{FORMAT}".')
        version = self.lines[0][len(FORMAT) + 1 :]
        if version not in KNOWN_FORMATS:
            known = f"{FORMAT_VERSION} to {FORMAT_WITH_MAP}"
            raise self.fail(1, f"this is format {shortened(version)}; only {known} are known.")

    def _header(self) -> tuple[Header, int]:
        header: Header = {}
        for number, line in enumerate(self.lines[1:], 2):
            if not line.strip():
                return header, number + 1
            key, colon, value = line.partition(":")
            if not colon:
                raise self.fail(number, 'a line of the header is "name: value"; an empty line ends it.')
            header[key.strip()] = (number, value.strip())
        raise self.fail(len(self.lines), "the file ends inside its header: it was cut off.")

    def _after_map(self, start: int) -> int:
        """Return the number of the first line that does not belong to the description of the map."""
        while start <= len(self.lines) and self.lines[start - 1].startswith(MAP_LINE):
            start += 1
        return start

    def _field(self, header: Header, key: str) -> tuple[int, str]:
        if key not in header:
            raise self.fail(2, f'the header has no "{key}".')
        return header[key]

    def _game(self, header: Header, make_game: MakeGame) -> Game:
        line, rules = self._field(header, "rules")
        if rules != str(RULES_VERSION):
            raise self.fail(
                line, f"played by rules version {shortened(rules)}; this Branchline plays version {RULES_VERSION}."
            )
        seed, entropy = self._seed(header), self._entropy(header)
        board = self._board(header)
        line, listed = self._field(header, "names")
        names = [name.strip() for name in listed.split("|")]
        if len(names) != board.players:
            raise self.fail(line, f"{len(names)} names for {board.players} players.")
        try:
            return make_game(board, seed, names, entropy)
        except BranchlineError as error:
            raise self.fail(line, str(error)) from None

    def _board(self, header: Header) -> Board:
        make_board = self._map(*self._field(header, "map"))
        line, players = self._field(header, "players")
        number = whole_number(players)
        if number is None:
            raise self.fail(line, f'the number of players should be a whole number, not "{shortened(players)}".')
        try:
            make_board(number, [])
            line, options = self._field(header, "options")
            return make_board(number, [] if options == "none" else options.split())
        except BranchlineError as error:
            raise self.fail(line, str(error)) from None

    def _map(self, line: int, named: str) -> MakeBoard:
        """Return what builds boards of the map that the game was played on."""
        map_id, _, digest = named.rpartition(" ")
        if self.given is not None:
            if rules_hash(self.given.spec) != digest:
                raise WrongMap(map_id, f"{self.name}, line {line}: {self.given.path} is not the map of this game.")
            return self.given.board
        try:
            found = library_map(map_id)
        except BranchlineError as error:
            found, reason = None, f"the game needs its map: {error} Its file can be given with --map."
        if found is not None:
            if rules_hash(found.spec) == digest:
                return found.board
            reason = f'the map "{shortened(map_id)}" here is not the one this game was played on.'
        described = self._described_map()
        if described is None:
            raise self.fail(line, reason)
        if rules_hash(described) != digest:
            raise self.fail(self.map_from, "the map was changed: this game was not played on it.")
        return partial(build_board, map_id, described)

    def _described_map(self) -> Map | None:
        """Return the map that the file describes, or `None` if there is none or it must not be used."""
        lines = self.lines[self.map_from - 1 : self._after_map(self.map_from) - 1]
        if not lines or not self.foreign_maps:
            return None
        report = check("\n".join(line.removeprefix(MAP_LINE) for line in lines))
        if report.map is None:
            raise self.fail(self.map_from, f"the map that follows cannot be played: {report.problems[0].text()}")
        return report.map

    def _seed(self, header: Header) -> bytes:
        line, text = self._field(header, "seed")
        seed = self._random_bytes(line, text, "the seed")
        line, commitment = self._field(header, "commitment")
        if commitment_of(seed) != commitment:
            raise self.fail(line, "the seed is not the one that was committed to when the game started.")
        return seed

    def _entropy(self, header: Header) -> list[bytes]:
        """Return what the players added to the seed, in table order."""
        line, texts = header.get("entropy", (0, ""))
        return [self._random_bytes(line, text, "each player's entropy") for text in texts.split()]

    def _random_bytes(self, line: int, text: str, what: str) -> bytes:
        try:
            value = bytes.fromhex(text)
        except ValueError:
            value = b""
        if len(value) != ENTROPY_BYTES:
            raise self.fail(line, f"{what} should be 64 hexadecimal digits.")
        return value

    def _end(self) -> int:
        """Return the number of the line after the last action."""
        last = len(self.lines)
        while last > 1 and not self.lines[last - 1].strip():
            last -= 1
        if not self.lines[last - 1].startswith("end: "):
            raise self.fail(last, 'the file does not finish with its "end:" line: it was cut off.')
        self.end_line = last
        last -= 1
        self.result_at = last if self.lines[last - 1].startswith("result: ") else None
        return last if self.result_at else last + 1

    def _play(self, game: Game, number: int) -> None:
        line = self.lines[number - 1].strip()
        if not line:
            return
        if line.startswith(REDEAL):
            self._redeal(game, number, line.removeprefix(REDEAL))
            return
        try:
            game.play(line)
        except ActionError as error:
            raise self.fail(number, f"{shortened(line)!r} cannot be played here. {error}") from None

    def _redeal(self, game: Game, number: int, text: str) -> None:
        try:
            game.redeal(whole_number(text) or 0)
        except BranchlineError:
            raise self.fail(number, "redeals are numbered with increasing whole numbers.") from None

    def _result(self, game: Game) -> str | None:
        if self.result_at is None:
            if game.over:
                raise self.fail(self.end_line, "the game is over but the file has no result: it was edited.")
            return None
        stated = self.lines[self.result_at - 1].removeprefix("result: ")
        if not game.over:
            raise self.fail(self.result_at, "a result is given but the game is not over: actions are missing.")
        if stated != result_line(game.result):
            raise self.fail(self.result_at, f'the result should be "{result_line(game.result)}".')
        return stated

    def _check_end(self, game: Game) -> None:
        body = "\n".join(self.lines[: self.end_line - 1]) + "\n"
        if self.lines[self.end_line - 1] != f"end: {len(game.log)} actions {_checksum(body)}":
            raise self.fail(self.end_line, "the file was changed after it was saved: its checksum does not match.")

"""Saved games: readable text, a header and then one action per line."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.boards.format.rules_hash import rules_hash
from branchline.boards.library import is_ordinary, library_map
from branchline.engine.actions import decode, notation
from branchline.engine.deal import ENTROPY_BYTES, commitment_of
from branchline.engine.errors import ActionError, BrokenSave
from branchline.errors import BranchlineError
from branchline.names import shortened
from branchline.numerals import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.board import Board
    from branchline.engine.game import Game
    from branchline.engine.result import Result

    MakeGame = Callable[[Board, bytes, list[str], list[bytes]], Game]

FORMAT = "Branchline game"
FORMAT_VERSION, FORMAT_WITH_CHANCE = "1", "2"
"""The second is written only for games that it is needed for: those with players' entropy or redeals."""
RULES_VERSION = 1
"""Incremented only when the same log would replay to a different game."""
REDEAL = "redeal "
"""The start of a line that stands where chance was redealt after an undo; the number of the redeal follows."""
LARGEST = 400_000
"""The most bytes of a file; the longest game has a tenth of them."""
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
        "map": f"{game.board.map_id} {game.board.hash}",
        "players": str(game.players),
        "options": " ".join(sorted(game.board.options)) or "none",
        "names": " | ".join(name.replace("|", "/") for name in game.names),
        "seed": game.seed.hex(),
        "commitment": game.commitment,
    }
    if game.entropy:
        header["entropy"] = " ".join(entropy.hex() for entropy in game.entropy)
    version = FORMAT_WITH_CHANCE if game.entropy or game.redeals else FORMAT_VERSION
    lines = [f"{FORMAT} {version}", *(f"{key}: {value}" for key, value in header.items()), ""]
    for moves in range(len(game.log) + 1):
        lines += [f"{REDEAL}{game.redeals[moves]}"] if moves in game.redeals else []
        lines += [notation(game.board, decode(game.board, code)) for code in game.log[moves : moves + 1]]
    lines += ["", f"result: {result_line(game.result)}"] if game.over else [""]
    body = "\n".join(lines) + "\n"
    return f"{body}end: {len(game.log)} actions {_checksum(body)}\n"


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
            raise BrokenSave(f"{path} is not an ordinary file, so not a saved game.")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BrokenSave(f"Cannot read {path}: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise BrokenSave(f"{path} is larger than {LARGEST:,} bytes: not a saved game.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BrokenSave(f"{path}, line 1: not text, so not a saved game.") from None


class SaveReader:
    """Reads the text of a saved game; every error names the line."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text.replace("\r\n", "\n")
        self.lines = self.text.split("\n")

    def fail(self, line: int, message: str) -> BrokenSave:
        """Return the error for a line."""
        return BrokenSave(f"{self.name}, line {line}: {message}")

    def read(self, make_game: MakeGame) -> Save:
        """Play the saved game again, on a game that `make_game` returns for its board, seed, names and entropy."""
        self._check_size()
        self._check_first_line()
        header, start = self._header()
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
            if len(line) > LONGEST_LINE:
                raise self.fail(number, f"a line has at most {LONGEST_LINE:,} characters.")

    def _check_first_line(self) -> None:
        if not self.lines[0].startswith(FORMAT + " "):
            raise self.fail(1, f'this is not a saved game: the first line should be "{FORMAT} {FORMAT_VERSION}".')
        version = self.lines[0][len(FORMAT) + 1 :]
        if version not in (FORMAT_VERSION, FORMAT_WITH_CHANCE):
            known = f"{FORMAT_VERSION} and {FORMAT_WITH_CHANCE}"
            raise self.fail(1, f"this is format {shortened(version)}; only {known} are known.")

    def _header(self) -> tuple[dict[str, tuple[int, str]], int]:
        header: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(self.lines[1:], 2):
            if not line.strip():
                return header, number + 1
            key, colon, value = line.partition(":")
            if not colon:
                raise self.fail(number, 'a line of the header is "name: value"; an empty line ends it.')
            header[key.strip()] = (number, value.strip())
        raise self.fail(len(self.lines), "the file ends inside its header: it was cut off.")

    def _field(self, header: dict[str, tuple[int, str]], key: str) -> tuple[int, str]:
        if key not in header:
            raise self.fail(2, f'the header has no "{key}".')
        return header[key]

    def _game(self, header: dict[str, tuple[int, str]], make_game: MakeGame) -> Game:
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

    def _board(self, header: dict[str, tuple[int, str]]) -> Board:
        line, named = self._field(header, "map")
        map_id, _, digest = named.partition(" ")
        try:
            found = library_map(map_id)
        except BranchlineError as error:
            raise self.fail(line, f"the game needs its map: {error}") from None
        if rules_hash(found.spec) != digest:
            raise self.fail(line, f'the map "{shortened(map_id)}" here is not the one this game was played on.')
        line, players = self._field(header, "players")
        number = whole_number(players)
        if number is None:
            raise self.fail(line, f'the number of players should be a whole number, not "{shortened(players)}".')
        try:
            board = found.board(number)
            line, options = self._field(header, "options")
            return found.board(board.players, [] if options == "none" else options.split())
        except BranchlineError as error:
            raise self.fail(line, str(error)) from None

    def _seed(self, header: dict[str, tuple[int, str]]) -> bytes:
        line, text = self._field(header, "seed")
        seed = self._random_bytes(line, text, "the seed")
        line, commitment = self._field(header, "commitment")
        if commitment_of(seed) != commitment:
            raise self.fail(line, "the seed is not the one that was committed to when the game started.")
        return seed

    def _entropy(self, header: dict[str, tuple[int, str]]) -> list[bytes]:
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
            raise self.fail(self.end_line, "the file was changed after it was saved: its checksum does not fit.")

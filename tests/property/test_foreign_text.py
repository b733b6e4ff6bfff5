"""Parsers of untrusted text take linear time: twice the text never costs much more than twice the time.

Times are compared as ratios. The least of several runs is taken, and only texts that take measurable time count, so
that a busy machine does not matter. A quadratic parser has a ratio of 16 for four times the text.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from starlette.datastructures import QueryParams

from branchline.boards.format.check import check
from branchline.engine.actions import parse
from branchline.engine.game import new_game, parse_save
from branchline.engine.saves import save_text
from branchline.errors import BranchlineError
from branchline.names import UnknownNameError, find, fold, nearest
from branchline.server.http import identity
from branchline.server.http.api.replays import _check_import
from branchline.server.http.compression import accepts_gzip
from branchline.server.http.rate_limits import network_of
from branchline.server.http.security import check_same_site
from branchline.server.live.game_ids import is_game_id
from tests.positions import board

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.no_cover  # tracing would change the times that are compared

ATOMS = [
    "-",
    "–",
    " - ",
    " to ",
    "x",
    "×",
    "* ",
    "x1 ",
    "blue×2 ",
    "wild×1 ",
    "1",
    "9 ",
    " ",
    "\t",
    "é",
    "\u0301\u0327",
]
ATOMS += [
    "ﷺ",
    "a",
    "@",
    "#",
    "keep ",
    "|",
    ":",
    ".",
    "=",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "#\n",
    "\n",
    "a.",
    '"a".',
    "[[a]]\n",
]
ATOMS += ["\r", "\\", "%", ",", ";", "\x00", '""" ', "''' ", "a = 1\n", "[a]\n", "a\n", "0x", "1_0", "é\u0301" * 3]
STARTS = [
    "",
    "claim ",
    "claim Dover–London ",
    "draw ",
    "keep ",
    "buy ",
    "claim a-",
    '"',
    "a = ",
    "a = '",
    'a = """',
    "map: ",
    'branchline="',
    "http://[",
]
SMALL, LARGE = 8_000, 32_000
MOST_GROWTH = 10.0
"""Between linear (4) and quadratic (16)."""
MEASURABLE = 0.02


def _save_with(line: str) -> str:
    """Return a saved game with a line that nobody would write."""
    text = save_text(new_game("mini", players=2, seed=1))
    return text.replace("\n\n", f"\n\n{line}\n", 1)


def _header_with(line: str) -> str:
    text = save_text(new_game("mini", players=2, seed=1))
    return text.replace("names:", f"{line}\nnames:", 1)


PARSERS: dict[str, Callable[[str], object]] = {
    "notation": lambda text: parse(board("mini", 2), text),
    "a saved game's action": lambda text: parse_save(_save_with(text)),
    "a saved game's header": lambda text: parse_save(_header_with(text)),
    "a saved game": parse_save,
    "a saved game to import": lambda text: _check_import(text, {"usa"}),
    "a map": check,
    "a name": fold,
    "a map's name": lambda text: find(text, {"usa": 1, "london": 2}),
    "the nearest name": lambda text: nearest(text, ["London", "Dover"]),
    "an unknown name": lambda text: str(UnknownNameError("city", text, ["London", "Dover"])),
    "a cookie": lambda text: identity.read(text, "key"),
    "a cookie header": lambda text: identity.guest_of([text], "key"),
    "an origin header": lambda text: check_same_site({"origin": text, "host": text}, text),
    "a query": lambda text: QueryParams(text).get("since"),
    "an encoding header": accepts_gzip,
    "an address": network_of,
    "a game's id": is_game_id,
}


def _seconds(parser: Callable[[str], object], text: str) -> float:
    started = time.thread_time()
    with suppress(BranchlineError, ValueError):
        parser(text)
    return time.thread_time() - started


def _growth(parser: Callable[[str], object], start: str, atom: str) -> float:
    """Return how many times longer four times the text takes; 1 if even that takes no measurable time."""
    small, large = (start + atom * (size // len(atom)) for size in (SMALL, LARGE))
    if _seconds(parser, large) < MEASURABLE:
        return 1.0
    fast = min(_seconds(parser, small) for _ in range(3))
    return min(_seconds(parser, large) for _ in range(3)) / max(fast, 1e-6)


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_of_foreign_text_takes_linear_time(name: str) -> None:
    parser = PARSERS[name]
    slow = {
        (start, atom): growth
        for start in STARTS
        for atom in ATOMS
        if (growth := _growth(parser, start, atom)) > MOST_GROWTH
    }
    assert slow == {}


def test_a_line_of_dashes_in_a_saved_game_is_refused_at_once() -> None:
    with pytest.raises(BranchlineError, match="at most 400 characters"):
        parse_save(_save_with("claim " + "-" * 1_500))
    with pytest.raises(BranchlineError, match="a line has at most 2,000 characters"):
        parse_save(_save_with("claim " + "-" * 120_000))


@pytest.mark.parametrize("number", ["²", "9" * 5000, "٣", "-1", "1_0"])
@pytest.mark.parametrize(
    "line", ["keep {}", "keep 1 @{}", "claim Dover–London #{} blue×1", "claim Dover–London blue×{}"]
)
def test_a_number_that_nobody_would_write_is_malformed(line: str, number: str) -> None:
    with pytest.raises(BranchlineError):
        parse(board("uk", 2), line.format(number))

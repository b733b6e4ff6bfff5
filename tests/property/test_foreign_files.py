"""Saved games and cookies that strangers have changed: accepted or refused in a sentence, never anything else."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

import branchline as bl
from branchline.engine.game import parse_save
from branchline.engine.saves import save_text
from branchline.errors import BranchlineError
from branchline.server.http import identity
from branchline.server.live.imports import read_finished_game

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "key"
AWKWARD = [
    "",
    " ",
    "\t",
    "\r",
    "\x00",
    "|",
    ":",
    "–",
    "×",
    "@",
    "#",
    "9" * 5000,
    "\u202e",
    "\ud7ff",
    "💧",
    "-1",
    "None",
]


@lru_cache(maxsize=1)
def saved() -> str:
    """Return a saved game with some moves."""
    game, dice = bl.new_game("mini", players=2, seed=3), random.Random(3)
    while not game.over and len(game.log) < 30:
        game.play(dice.choice(list(game.legal)))
    return save_text(game)


@st.composite
def changed_saves(draw: st.DrawFn) -> str:
    """Return the text of a saved game with lines removed, repeated, swapped or changed in some characters."""
    lines = saved().split("\n")
    for _ in range(draw(st.integers(1, 3))):
        place, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        change = draw(st.sampled_from(["remove", "repeat", "swap", "cut", "insert"]))
        line = lines[place]
        at = draw(st.integers(0, len(line)))
        if change == "remove":
            del lines[place : place + 1]
            lines = lines or [""]
        elif change == "repeat":
            lines.insert(other, line)
        elif change == "swap":
            lines[place], lines[other] = lines[other], lines[place]
        elif change == "cut":
            lines[place] = line[:at]
        else:
            lines[place] = line[:at] + draw(st.sampled_from(AWKWARD) | st.text(max_size=6)) + line[at:]
    return "\n".join(lines)


def refusal(read: Callable[[str], object], text: str) -> str:
    """Return the sentence in which a text is refused; empty if it is read."""
    try:
        read(text)
    except BranchlineError as error:
        return str(error)
    return ""


@settings(max_examples=80)
@given(changed_saves() | st.text(max_size=400) | st.binary(max_size=400).map(lambda data: data.decode("latin-1")))
def test_a_saved_game_is_read_or_refused_in_a_sentence_that_a_terminal_can_show(text: str) -> None:
    for read in (parse_save, read_finished_game):
        sentence = refusal(read, text)
        assert len(sentence) < 1000
        assert all(line.isprintable() for line in sentence.split("\n"))


LATIN = st.text(st.characters(max_codepoint=255), max_size=80)


@given(st.lists(LATIN, max_size=3), st.sampled_from(["", "branchline=", ";branchline=", 'x="; branchline=']))
def test_no_cookie_that_we_have_not_signed_names_a_guest(headers: list[str], start: str) -> None:
    assert identity.guest_of([start + header for header in headers], KEY) is None


@given(
    st.text("0123456789abcdef", min_size=32, max_size=32), LATIN, st.integers(0, 72), st.characters(max_codepoint=255)
)
def test_a_changed_cookie_names_nobody(guest: str, other: str, place: int, letter: str) -> None:
    value = identity.sign(guest, KEY)
    before = other.replace(";", "").replace("branchline", "")
    assert identity.guest_of([f"{before}=1; {identity.COOKIE}={value}"], KEY) == guest
    changed = value[:place] + letter + value[place + 1 :]
    if changed.strip() != value:
        assert identity.guest_of([f"{identity.COOKIE}={changed}"], KEY) != guest
    assert identity.guest_of([f"{identity.COOKIE}={value}"], "another key") is None

"""The style of a bot in figures, and that every character is recognizable by them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

import branchline as bl
from branchline.arena.match import new_match
from branchline.arena.reporting.fingerprints import Fingerprint, fingerprints
from branchline.arena.reporting.report import report
from branchline.arena.simulation import simulate
from branchline.bots.registry import CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 120
MARKS: dict[str, Callable[[Fingerprint], float]] = {
    "blocker": lambda style: style.blocking,
    "builder": lambda style: style.route_length,
    "collector": lambda style: style.ticket_draws,
    "racer": lambda style: -style.turns,
}
"""What each character has more of than the others."""


@pytest.fixture(scope="module")
def styles() -> dict[str, Fingerprint]:
    """Return the style of each character in games against an average player."""
    played = {name: simulate(new_match("usa", [name, "medium"], 8), GAMES) for name in CHARACTERS}
    return {name: fingerprints(results)[0] for name, results in played.items()}


@pytest.mark.parametrize(("name", "other"), [pair for pair in product(CHARACTERS, repeat=2) if pair[0] != pair[1]])
def test_a_character_is_recognizable(styles: dict[str, Fingerprint], name: str, other: str) -> None:
    mark = MARKS[name]
    assert mark(styles[name]) > mark(styles[other])


def test_a_blocker_blocks_more_than_its_opponent_even_where_claims_seldom_block() -> None:
    blocker, opponent = fingerprints(simulate(new_match("uk", ["blocker", "medium"], 8), GAMES))
    assert blocker.blocking > 1.5 * opponent.blocking


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_is_of_middle_strength(name: str) -> None:
    for opponent, least, most in (("easy", 0.5, 1.0), ("strong", 0.0, 0.55)):
        bot = simulate(new_match("usa", [name, opponent], 8), GAMES).summary().bots[0]
        assert least < bot.win_rate < most, opponent


def test_a_claim_that_lengthens_anothers_way_is_blocking() -> None:
    results = simulate(new_match("mini", ["greedy", "planner"], 3), 20, logs=True)
    greedy, planner = fingerprints(results)
    assert 0 < greedy.blocking < 1
    assert planner.tickets >= 1
    assert greedy.ticket_draws == 0


def test_a_report_shows_the_styles() -> None:
    page = report(simulate(new_match("mini", ["greedy", "random"], 3), 4))
    assert "spaces per route" in page
    assert "blocking" in page


def test_every_character_can_be_created_by_name() -> None:
    for name in CHARACTERS:
        assert bl.bot(name).parameters is not None

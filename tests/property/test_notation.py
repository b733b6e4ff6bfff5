"""An action, its code and its notation say the same, and anything else is malformed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import branchline as bl
from branchline.engine.actions import decode, encode, notation, parse
from branchline.engine.kernel.codes import CODE_BITS
from tests.positions import board
from tests.property.reached import MAPS, games

if TYPE_CHECKING:
    from branchline.engine.game import Game

WORDS = ["draw", "claim", "buy", "keep", "tickets", "pass", "–", "to", "×", "blue×2", "wild×1", "London", "Dover"]
WORDS += ["Dover–London", "Opéra-Louvre"]
WORDS += ["#2", "#0", "#", "@1", "@", "1", "9", "none", "Booster", "×9999", "gray×1", "deck", "blind", "é", "\x00"]


@settings(max_examples=80)
@given(games())
def test_code_action_and_notation_convert_without_loss(game: Game) -> None:
    codes = game.legal.codes.tolist()
    for code in codes[:: max(1, len(codes) // 60)]:
        action = decode(game.board, code)
        assert encode(game.board, action) == code
        assert parse(game.board, notation(game.board, action)) == action
        assert msgspec.json.decode(msgspec.json.encode(action), type=bl.Action) == action


def test_the_cards_of_an_action_belong_to_whoever_decoded_it() -> None:
    known = board("usa", 2)
    code = encode(known, bl.Claim(0, {"wild": 1}))
    cards = decode(known, code).cards  # type: ignore[union-attr]
    cards.clear()
    assert decode(known, code) == bl.Claim(0, {"wild": 1})


@settings(max_examples=40)
@given(games())
def test_notation_forgives_case_accents_and_dashes(game: Game) -> None:
    for action in list(game.legal)[:20]:
        line = notation(game.board, action)
        for spelt in (line.upper(), line.replace("é", "e").replace("É", "E"), line.replace("×", "x"), f"  {line} "):
            assert parse(game.board, spelt.replace("–", " - ")) == action


@settings(max_examples=200)
@given(st.sampled_from(MAPS), st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join) | st.text(max_size=40))
def test_any_text_is_an_action_or_malformed(name: str, text: str) -> None:
    known = board(name, 2)
    with suppress(bl.MalformedAction):
        action = parse(known, text)
        assert parse(known, notation(known, action)) == action


@settings(max_examples=200)
@given(st.sampled_from(MAPS), st.integers(0, 2**CODE_BITS) | st.integers(0, 2**16))
def test_any_code_is_an_action_or_malformed(name: str, code: int) -> None:
    known = board(name, 2)
    with suppress(bl.MalformedAction):
        action = decode(known, code)
        encode(known, action)
        assert parse(known, notation(known, action)) == action


@pytest.mark.parametrize(
    "action",
    [
        bl.Claim("x", {}),  # type: ignore[arg-type]
        bl.Claim(-1, {}),
        bl.Claim(10**9, {}),
        bl.Claim(1, {"blue": 1.5}),  # type: ignore[dict-item]
        bl.Claim(1, {"blue": -1}),
        bl.Claim(1, {"mauve": 1}),
        bl.Claim(1, {"gray": 1}),
        bl.Claim(1, {"blue": 1, "BLUE": 1}),
        bl.Claim(1, None),  # type: ignore[arg-type]
        bl.Keep(("a",)),  # type: ignore[arg-type]
        bl.Keep((0, 0)),
        bl.Keep((9,)),
        bl.Keep((0,), seat=7),
        bl.Draw("mauve"),
        bl.Draw("gray"),
        bl.Draw(None),  # type: ignore[arg-type]
        bl.Buy("Teleporter", {}),
        bl.Buy("Propellers", {"wild": 99}),
    ],
    ids=repr,
)
def test_what_no_action_could_be_is_malformed(action: bl.Action) -> None:
    with pytest.raises(bl.MalformedAction):
        encode(board("uk", 2), action)

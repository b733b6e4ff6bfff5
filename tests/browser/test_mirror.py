"""The page's wire types are the mirror of the server's: the same names with the same fields."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from branchline.boards import map_facts
from branchline.boards.drawing import geometry
from branchline.engine.view_state import types as view_state
from branchline.server.http import bodies
from branchline.server.projection import wire

MIRROR = (Path(__file__).parents[2] / "web/src/wire/types.ts").read_text(encoding="utf-8")
INTERFACES = dict(re.findall(r"export interface (\w+) \{(.*?)\}(?=\n|$)", MIRROR, re.DOTALL))
SERVER = [
    "MapRef", "Seat", "TicketHelp", "Offer", "ClaimChoice", "LegalMoves", "UndoAsk", "SeatScore",
    "FinalResult", "State", "ChatLine", "Step", "Welcome", "Update", "Ack", "Refused", "HintMove", "Answer",
    "Pong", "Bye", "ErrorReply", "Site", "Me", "SeatWish", "NewGame", "Made", "Entered", "Taken", "EditSeat",
    "EditGame", "Invite", "SeatRow", "GameRow", "Games", "MapRow", "MapList", "MapReport", "ReplayStep",
    "Replay", "Moment", "Chances",
]  # fmt: skip
FACTS = {"City": "CityFact", "Route": "RouteFact", "Ticket": "TicketFact", "District": "DistrictFact", "Facts": "Facts"}
GEOMETRY = ["CityMark", "RouteMark", "ClaimStyle", "Geometry"]


def fields(name: str) -> set[str]:
    """Return the fields of an interface of the page."""
    body = re.sub(r"\{[^{}]*\}", "{}", INTERFACES[name])
    return set(re.findall(r"(?:^|[;\n])\s*(\w+)\??:", body)) - {"t"}


@pytest.mark.parametrize("name", SERVER)
def test_messages_and_states(name: str) -> None:
    ours = next(vars(module)[name] for module in (wire, view_state, bodies) if name in vars(module))
    assert fields(name) == set(ours.__struct_fields__)


@pytest.mark.parametrize(("name", "ours"), FACTS.items())
def test_facts(name: str, ours: str) -> None:
    assert fields(name) == set(getattr(map_facts, ours).__struct_fields__)


@pytest.mark.parametrize("name", GEOMETRY)
def test_geometry(name: str) -> None:
    assert fields(name) == set(getattr(geometry, name).__struct_fields__)

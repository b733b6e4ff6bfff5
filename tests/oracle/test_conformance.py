"""The oracle checks itself with the conformance kit, as the engine of anybody else would: with its files alone."""

from __future__ import annotations

import json
from collections import Counter, deque
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from branchline.arena.evaluation import conformance
from branchline.boards.format.schema import Map
from branchline.boards.format.writer import map_text
from branchline.cli import run

from .oracle import Oracle

if TYPE_CHECKING:
    from pathlib import Path

    from .oracle import Action as OracleAction


class Recorded:
    """A dealer that deals what the file says."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.tickets: list[int] = start["ticket_order"]
        self.cards: deque[str] = deque(start["dealt"])

    def card(self, deck: Counter[str]) -> str:
        return self.cards.popleft()

    def ticket_order(self, tickets: list[int]) -> list[int]:
        return list(self.tickets)


def read_action(data: dict[str, Any]) -> OracleAction:
    """Return an action of the file in the oracle's form."""
    match data["action"]:
        case "keep":
            return ("keep", tuple(data["tickets"]))
        case "draw":
            return ("draw", data["card"])
        case "draw blind":
            return ("draw three",)
        case "claim":
            return ("claim", data["route"], Counter(data["cards"]), data.get("keep", False))
        case "buy":
            return ("buy", data["technology"], Counter(data["cards"]))
        case word:
            return (word,)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    assert run(["conformance", "export", str(folder), "--games", "2", "--statistics", "200"]) == 0
    return folder


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk", "mini"])
def test_the_oracle_passes(kit: Path, name: str, tmp_path: Path) -> None:
    map_file = tmp_path / f"{name}.toml"
    oracle = dealer = None
    counted: Counter[str] = Counter()
    for line in map(json.loads, (kit / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()):
        counted[line["type"]] += 1
        if line["type"] == "map":
            map_file.write_text(map_text(msgspec.convert(line["map"], Map)), encoding="utf-8")
        elif line["type"] == "start":
            dealer = Recorded(line)
            oracle = Oracle(map_file, line["players"], line["options"], dealer)
        elif line["type"] == "position":
            assert oracle
            assert dealer
            check_actions(oracle, line)
            if line["phase"] != "first tickets":  # which are chosen in secret
                check_position(oracle, line)
            dealer.cards.extend(line["dealt"])
            oracle.play(read_action(line["played"]))
            assert not dealer.cards
        elif line["type"] == "result":
            assert oracle
            assert oracle.over
            result = oracle.result()
            assert [seat.total for seat in result.seats] == [seat["total"] for seat in line["result"]["seats"]]
            assert sorted(result.winners) == line["result"]["winners"]
    assert counted["map"] == 1
    assert counted["start"] == counted["result"] == 2
    assert counted["position"] > 60


def check_position(oracle: Oracle, line: dict[str, Any]) -> None:
    assert (oracle.phase, oracle.turn) == (line["phase"], line["turn"])
    assert [+hand for hand in oracle.hands] == [Counter(hand) for hand in line["hands"]]
    assert oracle.market == line["market"]
    assert sum(oracle.deck.values()) == line["deck_count"]
    assert +oracle.discards == Counter(line["discards"])
    assert [sorted(tickets) for tickets in oracle.tickets] == [sorted(tickets) for tickets in line["tickets"]]
    assert oracle.ticket_deck == line["ticket_deck"]
    assert (oracle.pieces, oracle.scores) == (line["pieces"], line["scores"])


def check_actions(oracle: Oracle, line: dict[str, Any]) -> None:
    for action in line["legal"]:
        assert oracle.accepts(read_action(action)), (line["move"], action)
    for refused in line["illegal"]:
        assert not oracle.accepts(read_action(refused["action"])), (line["move"], refused)


def test_every_line_follows_the_schema(kit: Path) -> None:
    assert json.loads((kit / "schema.json").read_text(encoding="utf-8")) == json.loads(
        msgspec.json.encode(conformance.schema())
    )
    decoder = msgspec.json.Decoder(conformance.Line)
    for file in kit.glob("*.jsonl"):
        for line in file.read_bytes().splitlines():
            decoder.decode(line)


def test_statistics_are_those_of_every_number_of_players(kit: Path) -> None:
    lines = [json.loads(line) for line in (kit / "usa.jsonl").read_bytes().splitlines()]
    found = [line for line in lines if line["type"] == "statistics"]
    assert [line["players"] for line in found] == [2, 3, 4, 5]
    assert all(line["games"] == 200 and 0 < line["turns_error"] < line["turns"] for line in found)


def test_the_same_seed_gives_the_same_files(kit: Path, tmp_path: Path) -> None:
    assert run(["conformance", "export", str(tmp_path), "-m", "mini", "--games", "2", "--statistics", "200"]) == 0
    assert (tmp_path / "mini.jsonl").read_bytes() == (kit / "mini.jsonl").read_bytes()

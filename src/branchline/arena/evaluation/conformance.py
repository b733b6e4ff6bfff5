"""The conformance kit: games with their positions, legal actions and results as data, for other engines.

A file is one map, as lines of JSON. Every line has a `type`, in this order: `map`; for each game `start`, then a
`position` before each action, then `result`; at the end `statistics` of random play for each number of players.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.arena.jobs import Job, play
from branchline.arena.match import new_match
from branchline.boards.library import MapFile, load_map
from branchline.engine.actions import Action
from branchline.engine.game import Game, new_game
from branchline.engine.result import Result
from branchline.engine.rules import scoring

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    Array = np.ndarray[Any, Any]

FORMAT = 1
MOST_ILLEGAL = 4
"""Illegal actions that a position lists."""


class MapLine(msgspec.Struct, frozen=True, tag="map", tag_field="type"):
    """The map: its file as data, and the hash of its rules."""

    format: int
    name: str
    hash: str
    map: dict[str, Any]


class StartLine(msgspec.Struct, frozen=True, tag="start", tag_field="type"):
    """The start of a game: what chance decided, in the order in which it is needed."""

    game: int
    players: int
    options: list[str]
    seed: str
    ticket_order: list[int]
    """All tickets from the top of the deck, before any is dealt."""
    dealt: list[str]
    """The cards that come from the deck: first hands seat by seat, then the market."""


class Illegal(msgspec.Struct, frozen=True):
    """An action that is not legal in a position, and why."""

    action: Action
    reason: str


class PositionLine(msgspec.Struct, frozen=True, tag="position", tag_field="type"):
    """Everything on the table and in the hands, what may be done, and what is done."""

    game: int
    move: int
    phase: str
    turn: int
    hands: list[dict[str, int]]
    market: list[str | None]
    deck_count: int
    discards: dict[str, int]
    tickets: list[list[int]]
    offers: list[list[int]]
    ticket_deck: list[int]
    pieces: list[int]
    scores: list[int]
    routes: list[list[int]]
    technologies: list[list[str]]
    legal: list[Action]
    illegal: list[Illegal]
    played: Action
    dealt: list[str]
    """The cards that come from the deck when the action is played, in order."""


class ResultLine(msgspec.Struct, frozen=True, tag="result", tag_field="type"):
    """The final scoring of a game."""

    game: int
    result: Result


class StatisticsLine(msgspec.Struct, frozen=True, tag="statistics", tag_field="type"):
    """Means over games in which every seat chooses among the listed legal actions with equal probability.

    An engine whose means differ by more than a few standard errors plays another game.
    """

    players: int
    games: int
    turns: float
    turns_error: float
    score: float
    score_error: float
    tickets_made: float
    tickets_made_error: float
    first_seat_wins: float
    first_seat_wins_error: float


Line = MapLine | StartLine | PositionLine | ResultLine | StatisticsLine


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a line."""
    return msgspec.json.schema(Line)


def export(name: str | Path | MapFile, folder: Path, *, games: int, statistics: int, seed: int) -> Path:
    """Write the file of a map and return its path."""
    found = name if isinstance(name, MapFile) else load_map(name)
    path = folder / f"{found.name}.jsonl"
    with path.open("wb") as file:
        for line in lines(found, games, statistics, seed):
            file.write(msgspec.json.encode(line) + b"\n")
    return path


def lines(found: MapFile, games: int, statistics: int, seed: int) -> Iterator[Line]:
    """Yield the lines of a map."""
    spec = found.spec
    numbers = range(spec.players.least, spec.players.most + 1)
    yield MapLine(FORMAT, found.name, found.board().hash, msgspec.to_builtins(spec))
    options = [[], *([name] for name in sorted(spec.options)), sorted(spec.options)]
    for number in range(games):
        yield from _game(found, number, numbers[number % len(numbers)], options[number % len(options)], seed)
    for players in numbers:
        if statistics:
            yield _statistics(found, players, statistics, seed)


def _game(found: MapFile, number: int, players: int, options: list[str], seed: int) -> Iterator[Line]:
    """Yield a game in which every seat plays at random."""
    key = f"conformance {found.name} {number} {seed}"
    game, dice = new_game(found, players, key, options), Random(key)  # noqa: S311 (a game, not a secret)
    offered = [ticket for seat in range(players) for ticket in game.offer_of(seat)]
    yield StartLine(number, players, options, game.seed.hex(), offered + game.ticket_deck, game.dealt_cards())
    known: list[Action] = []
    while not game.over:
        legal = list(game.legal)
        played = dice.choice(legal)
        before = _position(game, number, legal, _illegal(game, known, dice), played)
        game.play(played)
        yield msgspec.structs.replace(before, dealt=game.dealt_cards())
        known = [*known, *legal][-200:]
    yield ResultLine(number, game.result)


def _position(game: Game, number: int, legal: list[Action], illegal: list[Illegal], played: Action) -> PositionLine:
    seats = range(game.players)
    return PositionLine(
        game=number,
        move=len(game.log),
        phase=game.phase,
        turn=game.turn,
        hands=[game.hand(seat) for seat in seats],
        market=game.market,
        deck_count=game.deck_count,
        discards=game.discards,
        tickets=[game.tickets_of(seat) for seat in seats],
        offers=[game.offer_of(seat) for seat in seats],
        ticket_deck=game.ticket_deck,
        pieces=game.pieces,
        scores=game.scores,
        routes=[game.routes_of(seat) for seat in seats],
        technologies=[game.technologies_of(seat) for seat in seats],
        legal=legal,
        illegal=illegal,
        played=played,
        dealt=[],
    )


def _illegal(game: Game, known: list[Action], dice: Random) -> list[Illegal]:
    """Return actions that were legal a short time ago and are not now."""
    refused: list[Illegal] = []
    for action in dice.sample(known, min(len(known), 4 * MOST_ILLEGAL)):
        refusal = game.why_not(action)
        if refusal is not None and len(refused) < MOST_ILLEGAL:
            refused.append(Illegal(action, refusal.code))
    return refused


def _statistics(found: MapFile, players: int, games: int, seed: int) -> StatisticsLine:
    played = play(Job(new_match(found, ["random"] * players, seed), 0, 0, games)).played
    turns, turns_error = _mean(played.column("turns"))
    score, score_error = _mean(played.scores().mean(axis=1))
    made, made_error = _mean(played.scores(scoring.MADE).mean(axis=1))
    first, first_error = _mean(played.shares[:, 0])
    return StatisticsLine(players, games, turns, turns_error, score, score_error, made, made_error, first, first_error)


def _mean(values: Array) -> tuple[float, float]:
    """Return the mean of one value per game, and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))

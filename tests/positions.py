"""Positions for the tests of the rules: a table laid out by hand, with every card, piece and ticket in its place."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import branchline as bl
from branchline.boards.board import WILD
from branchline.engine.kernel.layout import NOTHING, TURN, mask
from branchline.engine.kernel.types import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from branchline.boards.board import Board
    from branchline.engine.game import Game


class Position(TypedDict, total=False):
    """The parts of a position; what is by seat names only the seats it changes."""

    turn: int
    hand: Mapping[str, int]
    hands: Mapping[int, Mapping[str, int]]
    market: Sequence[str | None]
    deck: Mapping[str, int]
    discards: Mapping[str, int]
    front: Mapping[int, Sequence[str]]
    tickets: Mapping[int, Sequence[str | int]]
    ticket_deck: Sequence[str | int]
    routes: Mapping[int, Sequence[str]]
    technologies: Mapping[int, Sequence[str]]
    pieces: Mapping[int, int]


@cache
def board(map_name: str, players: int, options: Iterable[str] = ()) -> Board:
    """Return a board, read once."""
    return bl.load_map(map_name).board(players, options)


def dealt(map_name: str, players: int = 2, seed: int | str = 1, options: Iterable[str] = ()) -> Game:
    """Return a game that is set up, before anyone has chosen tickets."""
    return bl.new_game(board(map_name, players, tuple(options)), seed=seed)


def at_turn(map_name: str, players: int = 2, options: Iterable[str] = (), **position: Unpack[Position]) -> Game:
    """Return a game at seat 0's first turn: empty hands, five colors face up, no tickets; then as `given` says."""
    game = dealt(map_name, players, options=options)
    for _ in range(players):
        game.play(game.legal[0])
    nothing: Mapping[int, Any] = {seat: {} for seat in range(players)}
    given(game, hands=nothing, tickets=nothing, discards={}, market=game.board.colors[:5])
    return given(game, **position)


def given(game: Game, **position: Unpack[Position]) -> Game:
    """Change a game's position and return it; `hand` is the hand of the seat on turn.

    Cards without a given place are in the deck; if the deck is given too, they are in the last seat's
    hand, out of the way. The same holds for tickets.
    """
    state = game._records[0]
    state.phase, state.turn = TURN, position.get("turn", game.turn)
    if "hand" in position:
        position["hands"] = {**position.get("hands", {}), game.turn: position["hand"]}
    for seat, routes in position.get("routes", {}).items():
        _build(game, seat, routes)
    for seat, names in position.get("technologies", {}).items():
        _invent(game, seat, names)
    for seat, number in position.get("pieces", {}).items():
        state.pieces[seat] = number
    _lay_cards(game, position)
    _lay_tickets(game, position)
    return game


def route(game: Game, text: str) -> int:
    """Return the number of a route written "Here–There", "Here–There blue" or "Here–There #2"."""
    ends, _, number = text.partition(" #")
    color = next((color for color in [*game.board.colors, "gray"] if ends.endswith(f" {color}")), None)
    a, b = ends.removesuffix(f" {color}").split("–")
    if number:
        return game.board.routes_between(a, b)[int(number) - 1].index
    return game.board.route(a, b, color).index


def _build(game: Game, seat: int, routes: Iterable[str]) -> None:
    """Give a seat routes, with their pieces; nothing is scored."""
    state = game._records[0]
    for index in [route(game, text) for text in routes]:
        track = game.board.routes[index]
        state.routes[seat, index >> 6] |= 1 << (index & 63)
        state.pieces[seat] -= track.length
        closed = [index] if track.twin is None or game.board.doubles_open else [index, track.twin]
        for one in closed:
            state.open[one >> 6] &= ~(1 << (one & 63)) & (2**64 - 1)


def _invent(game: Game, seat: int, names: Iterable[str]) -> None:
    """Give a seat technologies."""
    for index in [game.board.technology(name) for name in names]:
        game._records[0].technologies[seat] |= 1 << index


def _kinds(game: Game, cards: Mapping[str, int]) -> list[int]:
    counts = [0] * KINDS
    for name, number in cards.items():
        counts[game.board.color(name)] = number
    return counts


def _lay_cards(game: Game, cards: Position) -> None:
    state, last = game._records[0], game.players - 1
    for seat, hand in cards.get("hands", {}).items():
        _set_hand(game, seat, _kinds(game, hand))
    if "market" in cards:
        slots = [NOTHING if card is None else game.board.color(card) for card in cards["market"]]
        state.market[:] = slots + [NOTHING] * (len(state.market) - len(slots))
    for seat, names in cards.get("front", {}).items():
        state.front[seat] = mask(game.board.color(name) for name in names)
    if "discards" in cards:
        state.discards[:] = _kinds(game, cards["discards"])
        state.discard_count = sum(state.discards.tolist())
    if "deck" in cards:
        state.deck[:] = _kinds(game, cards["deck"])
        _set_hand(game, last, [0] * KINDS)
        _set_hand(game, last, _rest(game))
    else:
        state.deck[:] = 0
        state.deck[:] = _rest(game)
    state.deck_count = sum(state.deck.tolist())


def _set_hand(game: Game, seat: int, counts: list[int]) -> None:
    state = game._records[0]
    state.hands[seat, :] = counts
    state.known[seat, :] = 0
    state.hand_count[seat] = sum(counts)


def _rest(game: Game) -> list[int]:
    """The cards that lie nowhere else."""
    state = game._records[0]
    used = Counter(kind for kind in state.market.tolist() if kind != NOTHING)
    for pile in (*state.hands.tolist(), state.discards.tolist(), state.deck.tolist()):
        used.update(dict(enumerate(pile)))
    for front in state.front.tolist():
        used.update(kind for kind in range(WILD) if front >> kind & 1)
    rest = [int(number) - used[kind] for kind, number in enumerate(game._packed[0].cards)]
    assert min(rest) >= 0, f"more cards than there are: {rest}"
    return rest


def _lay_tickets(game: Game, position: Position) -> None:
    state, seats = game._records[0], range(game.players)
    held = {seat: set(game.tickets_of(seat)) for seat in seats}
    held |= {seat: {ticket(game, one) for one in own} for seat, own in position.get("tickets", {}).items()}
    everything = [card.index for card in game.board.tickets]
    if "ticket_deck" in position:
        deck = [ticket(game, one) for one in position["ticket_deck"]]
        elsewhere = {one for seat in seats[:-1] for one in held[seat]}
        held[game.players - 1] = set(everything) - set(deck) - elsewhere
    else:
        deck = [one for one in everything if not any(one in own for own in held.values())]
    for seat, own in held.items():
        state.held[seat], state.ticket_count[seat] = mask(own), len(own)
    state.queue[:] = NOTHING
    state.queue[: len(deck)] = deck
    state.queue_head, state.queue_count, state.returned[:] = 0, len(deck), 0
    assert sorted([*deck, *(one for own in held.values() for one in own)]) == everything


def ticket(game: Game, name: str | int) -> int:
    """Return the number of a ticket written "Here–There"."""
    if isinstance(name, int):
        return name
    return next(card.index for card in game.board.tickets if card.name == name)


def refused(game: Game, action: str | bl.Action | int) -> str:
    """Play an action that must be refused, see that nothing changed, and return the reason."""
    before = game.to_bytes()
    try:
        game.play(action)
    except bl.IllegalAction as error:
        assert game.to_bytes() == before
        assert action not in game.legal
        return error.reason
    raise AssertionError(f"{action} was accepted")


def listed(game: Game) -> set[str]:
    """Return the legal actions as lines of notation."""
    from branchline.engine.actions import notation

    return {notation(game.board, action) for action in game.legal}


def happened(events: Iterable[Any]) -> list[str]:
    """Return the names of events, in order."""
    return [type(event).__name__ for event in events]

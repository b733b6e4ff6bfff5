"""What differs between kernel and oracle: the table, the legal actions, any action at all, and the result."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias
from unittest.mock import patch

import msgspec

from branchline.boards.graph import longest_trail
from branchline.engine.actions import Buy, Claim, Keep, cards_of, decode, encode, kind_of, target_of
from branchline.engine.entry_points import why_not_at
from branchline.engine.kernel.codes import BUY, CLAIM
from branchline.engine.kernel.layout import NOTHING, PHASES, mask

from . import oracle, sensible
from .box import WILD
from .graph import longest_path
from .pair import for_oracle

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from branchline.engine.actions import Action, Cards

    from .box import Route
    from .oracle import Action as OracleAction
    from .oracle import SeatResult
    from .pair import Pair

Facts: TypeAlias = "Iterator[tuple[str, object, object]]"
"""A name, what the kernel says, what the oracle says."""

FIELDS: tuple[str, ...] = (
    "phase",
    "turn",
    "hands",
    "market",
    "deck",
    "discards",
    "deck_count",
    "discard_count",
    "held",
    "offer",
)
FIELDS += ("offer_count", "pieces", "score", "routes", "last_turns")

LARGE = 18
"""Tracks; over more of them the oracle's own search takes longer than the whole game."""


def table(pair: Pair) -> Facts:
    """Compare all that lies on the table and in the hands."""
    game, seats, other = pair.game, range(pair.game.players), pair.oracle
    state = {name: game._records[name][0].tolist() for name in FIELDS}
    yield "phase", PHASES[state["phase"]], other.phase
    yield "turn", state["turn"], other.turn
    yield "hands", [_named(pair, state["hands"][seat]) for seat in seats], other.hands
    yield "market", [_card(pair, kind) for kind in state["market"][: other.box.market]], other.market
    yield "deck", _named(pair, state["deck"]), other.deck
    yield "discards", _named(pair, state["discards"]), other.discards
    yield "counts", (state["deck_count"], state["discard_count"]), (sum(state["deck"]), sum(state["discards"]))
    yield "cards not dealt", 0, len(pair.dealer.cards)
    yield "tickets", state["held"][: len(seats)], [mask(tickets) for tickets in other.tickets]
    yield "offers", [state["offer"][seat][: state["offer_count"][seat]] for seat in seats], other.offers
    yield "ticket deck", game.ticket_deck, other.ticket_deck
    yield "pieces", state["pieces"][: len(seats)], other.pieces
    yield "scores", state["score"][: len(seats)], other.scores
    yield "routes", state["routes"][: len(seats)], _routes(pair)
    yield "last turns", state["last_turns"], NOTHING if other.last_turns is None else other.last_turns
    if other.box.flag_colors:
        yield "in front", [set(game.in_front_of(seat)) for seat in seats], other.front
    if other.box.technologies:
        yield "technologies", [_technologies(pair, seat) for seat in seats], other.technologies
        yield "copies", {**dict.fromkeys(other.copies, 0), **game.copies}, other.copies  # the game leaves out K12


def _card(pair: Pair, kind: int) -> str | None:
    return None if kind == NOTHING else pair.game.board.card_name(kind)


def _named(pair: Pair, counts: list[int]) -> Cards:
    kinds = zip([*pair.game.board.colors, WILD], [*counts[: len(pair.game.board.colors)], counts[-1]], strict=True)
    return {name: number for name, number in kinds if number}


def _routes(pair: Pair) -> list[list[int]]:
    """The routes of each seat as the kernel's two masks."""
    whole = [0] * pair.game.players
    for route, holders in enumerate(pair.oracle.holders):
        for seat in holders:
            whole[seat] |= 1 << route
    return [[routes & (2**64 - 1), routes >> 64] for routes in whole]


def _technologies(pair: Pair, seat: int) -> set[str]:
    """What a seat has, with the one it borrows for this turn (K11, K13)."""
    game = pair.game
    held, bought = set(game.technologies_of(seat)), int(game._records[0].bought)
    if seat == game.turn and bought != NOTHING and not game.over:
        held.add(game.board.technologies[bought][0])
    return held


def legal(pair: Pair, codes: list[int], random: Random, looks: int = 3) -> Facts:
    """Compare the list of legal actions with what the oracle accepts; payments of a few routes at a time."""
    other = pair.oracle
    claims = [code for code in codes if kind_of(code) == CLAIM]
    purchases = [code for code in codes if kind_of(code) == BUY]
    simple = {for_oracle(_action(pair, code)) for code in set(codes).difference(claims, purchases)}
    yield "listed twice", len(codes), len(set(codes))
    yield "simple actions", simple, {action for action in _simple(pair) if other.accepts(action)}
    claimable = {target_of(code) for code in claims}
    yield "claimable", claimable, other.claimable()
    for route in random.sample(sorted(claimable), min(looks, len(claimable))):
        listed = [code for code in claims if target_of(code) == route]
        yield f"payments of {route}", _cards(pair, listed), sensible.route_payments(other, route)
    for code in random.sample(claims, min(looks, len(claims))):
        yield f"accepts {_action(pair, code)}", True, other.accepts(for_oracle(_action(pair, code)))
    if other.box.technologies and pair.game.phase == "turn":
        for number, name in enumerate(other.box.technologies):
            listed = [code for code in purchases if target_of(code) == number]
            yield f"payments of {name}", _cards(pair, listed), _purchases(pair, name)


def _action(pair: Pair, code: int) -> Action:
    return decode(pair.game.board, code)


def _simple(pair: Pair) -> Iterator[OracleAction]:
    """Every action that takes no cards."""
    yield from (("tickets",), ("pass",), ("draw three",), ("draw", "deck"))
    yield from (("draw", card) for card in [*pair.game.board.colors, WILD])
    most = 5 if pair.game.phase == "keep tickets" else 1
    for number in range(most + 1):
        yield from (("keep", places) for places in combinations(range(most), number))


def _cards(pair: Pair, codes: list[int]) -> set[sensible.Payment]:
    return {frozenset(cards_of(pair.game.board, code).items()) for code in codes}


def _purchases(pair: Pair, name: str) -> set[sensible.Payment]:
    """The sensible payments for a technology that the oracle accepts."""
    payments = sensible.technology_payments(pair.oracle, name)
    return {payment for payment in payments if pair.oracle.accepts(("buy", name, Counter(dict(payment))))}


def any_action(pair: Pair, codes: list[int], random: Random, tries: int = 3) -> Facts:
    """Compare the answer to actions that nobody listed."""
    game = pair.game
    for _ in range(tries):
        action = made_up(pair, codes, random)
        reason = why_not_at(game._packed, game._records, 0, encode(game.board, action))
        yield f"accepts {action}", reason == 0, pair.oracle.accepts(for_oracle(action))


def made_up(pair: Pair, codes: list[int], random: Random) -> Action:
    """Make up a claim or a purchase, legal or not."""
    near = [code for code in codes if kind_of(code) in {CLAIM, BUY}]
    return _nearly(pair, random.choice(near), random) if near and random.random() < 0.7 else _odd(pair, random)


def for_seat(action: Action, seat: int) -> Action:
    """Return a choice of first tickets as another seat's."""
    assert isinstance(action, Keep)
    return Keep(action.tickets, seat)


def _nearly(pair: Pair, code: int, random: Random) -> Action:
    """A claim or a purchase with one to four cards swapped, added or dropped."""
    action, pool = _action(pair, code), sorted(Counter(pair.game.hand(pair.game.turn)).elements())
    assert isinstance(action, Claim | Buy)
    changed = Counter(action.cards)
    for _ in range(random.choice((1, 1, 2, 4))):
        if random.random() < 0.7 and pool:
            changed[random.choice(pool)] += 1
        if random.random() < 0.7 and changed:
            changed[random.choice(sorted(changed))] -= 1
    return msgspec.structs.replace(action, cards=dict(+changed))


def _odd(pair: Pair, random: Random) -> Action:
    """A claim or a purchase of anything with any cards of the hand."""
    game = pair.game
    pool = sorted(Counter(game.hand(game.turn)).elements())
    cards = dict(Counter(random.sample(pool, random.randint(0, min(len(pool), 12)))))
    if game.board.technologies and random.random() < 0.4:
        return Buy(random.choice(game.board.technologies)[0], cards)
    return Claim(random.randrange(len(game.board.routes)), cards, random.random() < 0.2)


def result(pair: Pair) -> Facts:
    """Compare the final scoring, seat by seat."""
    with patch.object(oracle, "longest_path", _path_in_time):
        ours, theirs = pair.game.result, pair.oracle.result()
    for mine, seat in zip(ours.seats, theirs.seats, strict=True):
        yield "routes and technologies", mine.routes + mine.technologies, seat.route_points + seat.technology_points
        yield "flags", mine.flags, seat.flag_points
        yield "tickets made", mine.tickets_made, sorted(seat.tickets_made)
        yield "tickets missed", mine.tickets_missed, sorted(seat.tickets_missed)
        yield "ticket points", mine.ticket_points + mine.ticket_losses, seat.ticket_points
        yield "longest path", mine.longest_path, _path(pair, seat)
        yield "longest path bonus", mine.longest_path_bonus, seat.longest_path_bonus
        yield "districts", list(mine.districts), seat.districts
        yield "total", mine.total, seat.total
    yield "ranks", [seat.rank for seat in ours.seats], theirs.ranks
    yield "winners", set(ours.winners), theirs.winners
    yield "decided by", ours.decided_by, theirs.decided_by


def _path_in_time(routes: list[Route]) -> int:
    """The oracle's own search; over large networks the board's, which is held against brute force elsewhere."""
    if len(routes) <= LARGE:
        return longest_path(routes)
    places = {
        city: number for number, city in enumerate(sorted({city for route in routes for city in (route.a, route.b)}))
    }
    return longest_trail([(places[route.a], places[route.b], route.length) for route in routes]).length


def _path(pair: Pair, seat: SeatResult) -> int:
    """The longest path, which the kernel works out only where something depends on it."""
    box, matters = pair.oracle.box, pair.oracle.options
    bets = any(one.longest_path and (not one.advanced or "advanced" in matters) for one in box.technologies.values())
    return seat.longest_path if box.longest_path or "longest path" in box.ties or bets else 0

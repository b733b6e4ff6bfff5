"""The topics of lessons: which maps have the rule, which positions pose the question, and which choices answer it.

Every judgement is asked of the rules: a choice is tried out in a copy of the game, or refused by it.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from branchline.engine.actions import Action, Buy, Claim, Draw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from branchline.boards.board import Board, Route
    from branchline.boards.format.schema import Technology
    from branchline.engine.actions import Cards
    from branchline.engine.game import Game

WILD = "wild"
SHORTEST_PATH = 6
"""The least length of a longest path that is worth extending."""


class Subject(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the question of a lesson names."""

    route: int | None = None
    ticket: int | None = None
    technology: str | None = None


Question = tuple[Subject, list[Action]]
"""A subject and the actions to choose from."""


class Topic(NamedTuple):
    """A rule that lessons teach."""

    is_in: Callable[[Board], bool]
    """Whether a board has the rule."""
    questions: Callable[[Game], Iterator[Question]]
    """The questions that a position may pose."""
    accepts: Callable[[Game, Subject, Action], bool]
    """Whether a choice answers the question."""


# -- asking the rules ----------------------------------------------------------------------------


def _is_legal(game: Game, _subject: Subject, action: Action) -> bool:
    return game.why_not(action) is None


def _is_illegal(game: Game, _subject: Subject, action: Action) -> bool:
    return game.why_not(action) is not None


def _after(game: Game, action: Action) -> Game | None:
    """Return the game after an action, or `None` if it is illegal."""
    if game.why_not(action) is not None:
        return None
    after = game.copy()
    after.play(action)
    return after


def _grows(measure: Callable[[Game, int], int]) -> Callable[[Game, Subject, Action], bool]:
    """Return a judgement that accepts an action if it increases a number of the deciding seat."""

    def accepts(game: Game, _subject: Subject, action: Action) -> bool:
        after = _after(game, action)
        return after is not None and measure(after, game.turn) > measure(game, game.turn)

    return accepts


def _claims(game: Game) -> list[Claim]:
    """Return one claim for every route that can be claimed, longer routes first."""
    found = {action.route: action for action in reversed(list(game.legal)) if isinstance(action, Claim)}
    return sorted(found.values(), key=lambda claim: -game.board.routes[claim.route].points)


def _any_claim(game: Game) -> Iterator[Question]:
    yield Subject(), list(_claims(game))


# -- the basics ----------------------------------------------------------------------------------


def _open_tickets(game: Game) -> Iterator[Question]:
    for ticket in game.tickets_of(game.turn):
        if not game.has_completed(game.turn, ticket):
            yield Subject(ticket=ticket), list(_claims(game))


def _completes(game: Game, subject: Subject, action: Action) -> bool:
    after = _after(game, action)
    return after is not None and after.has_completed(game.turn, subject.ticket or 0)


def _held_payments(game: Game, price: int) -> Iterator[Cards]:
    """Yield payments of one or two kinds of cards from the hand of the seat to move."""
    hand = game.hand(game.turn)
    kinds = [kind for kind, number in hand.items() if number]
    for kind in kinds:
        if hand[kind] >= price:
            yield {kind: price}
    for one, other in combinations(kinds, 2):
        for number in range(1, price):
            if hand[one] >= number and hand[other] >= price - number:
                yield {one: number, other: price - number}


def _payments(wanted: Callable[[Game, Route, Cards], bool]) -> Callable[[Game], Iterator[Question]]:
    """Return questions of how to pay for a route; the payments that are wanted are the lesson, if they are legal."""

    def questions(game: Game) -> Iterator[Question]:
        for claim in _claims(game):
            route, price = game.board.routes[claim.route], game.price(claim.route)
            choices = [Claim(claim.route, cards) for cards in _held_payments(game, price)] if price > 1 else []
            legal = [choice for choice in choices if game.why_not(choice) is None]
            lesson = [choice for choice in legal if wanted(game, route, choice.cards)]
            yield Subject(route=claim.route), [*lesson, *(choice for choice in choices if choice not in legal)]

    return questions


def _pays_gray(_game: Game, route: Route, cards: Cards) -> bool:
    return route.is_gray and not any(route.rules.values()) and len(cards) == 1 and WILD not in cards


def _pays_with_wild(_game: Game, route: Route, cards: Cards) -> bool:
    return not route.is_gray and not any(route.rules.values()) and WILD in cards and len(cards) > 1


def _pays_ferry(game: Game, route: Route, cards: Cards) -> bool:
    """Accept ferries for which the hand has enough cards of one color, which is not what a ferry takes."""
    hand = game.hand(game.turn)
    return route.ferry > 0 and max(number for kind, number in hand.items() if kind != WILD) >= sum(cards.values())


def _second_cards(game: Game) -> Iterator[Question]:
    if game.phase == "second card" and WILD in game.market:
        yield Subject(), [Draw(card) for card in dict.fromkeys([*game.market, "deck"]) if card is not None]


def _closed_tracks(game: Game) -> Iterator[Question]:
    """Ask about the other track of a double that a rival has claimed, if the cards for it are in hand."""
    view = game.view(game.turn)
    for route in game.board.routes:
        if route.twin is None or route.index in game.open_routes or game.holders(route.index):
            continue
        closed = Claim(route.index, view.likeliest_payment(route.index))
        if game.turn not in game.holders(route.twin) and not game.missing_cards(closed):
            yield Subject(route=route.index), [closed, *_claims(game)]


def _by_length(game: Game) -> Iterator[Question]:
    by_length = {game.board.routes[claim.route].length: claim for claim in _claims(game)}
    yield Subject(), list(by_length.values())


def _scores_most(game: Game, _subject: Subject, action: Action) -> bool:
    """Return whether no claim scores more points at once."""

    def gained(claim: Action) -> int:
        after = _after(game, claim)
        return -1 if after is None else after.scores[game.turn]

    return gained(action) == max(gained(claim) for claim in _claims(game))


def _starts_last_round(game: Game, _subject: Subject, action: Action) -> bool:
    after = _after(game, action)
    return after is not None and after.last_round and not game.last_round


# -- rules of some maps --------------------------------------------------------------------------


def _long_paths(game: Game) -> Iterator[Question]:
    if game.longest_path(game.turn) >= SHORTEST_PATH:
        yield from _any_claim(game)


def _flag_cards(game: Game, seat: int) -> int:
    """Return how many cards of flags a seat has kept, finished flags included."""
    flag = game.board.flag
    return len(flag.colors) * game.flags_scored[seat] + len(game.in_front_of(seat)) if flag else 0


def _flag_claims(game: Game) -> Iterator[Question]:
    """Ask how to claim a route so that a card of the flag is kept."""
    claims = [action for action in game.legal if isinstance(action, Claim)]
    for keeping in (claim for claim in claims if claim.keep):
        same = [claim for claim in claims if claim.route == keeping.route and not claim.keep]
        others = [claim for claim in _claims(game) if claim.route != keeping.route and not claim.keep]
        yield Subject(route=keeping.route), [keeping, *same, *others]


def _finished_flags(game: Game, seat: int) -> int:
    return game.flags_scored[seat]


def _all_flag_claims(game: Game) -> Iterator[Question]:
    claims = [action for action in game.legal if isinstance(action, Claim)]
    yield Subject(), [*(claim for claim in claims if claim.keep), *(claim for claim in claims if not claim.keep)]


def _purchases(teaches: Callable[[Technology], object]) -> Callable[[Game], Iterator[Question]]:
    """Return questions of which technology opens a route."""

    def questions(game: Game) -> Iterator[Question]:
        bought = {action.technology: action for action in game.legal if isinstance(action, Buy)}
        opened = game.view(game.turn).routes_opened(game.turn)
        for name, technology in game.board.technologies:
            if name in bought and teaches(technology):
                for route in sorted(opened[name], key=lambda route: -game.board.routes[route].points):
                    yield Subject(route=route), list(bought.values())

    return questions


def _opens_route(game: Game, subject: Subject, action: Action) -> bool:
    opened = game.view(game.turn).routes_opened(game.turn)
    return isinstance(action, Buy) and game.why_not(action) is None and subject.route in opened[action.technology]


def _purchases_without_wilds(game: Game) -> Iterator[Question]:
    """Ask how to pay for a technology without a wild: with enough cards, or with too few."""
    if game.hand(game.turn).get(WILD):
        return
    for action in game.legal:
        if isinstance(action, Buy) and WILD not in action.cards:
            yield Subject(technology=action.technology), [action, *_cheaper(action)]


def _cheaper(action: Buy) -> Iterator[Buy]:
    """Yield purchases with ever fewer cards."""
    cards = dict(action.cards)
    while sum(cards.values()) > 1:
        kind = max(cards, key=lambda kind: cards[kind])
        cards = {name: number - (name == kind) for name, number in cards.items() if number > (name == kind)}
        yield Buy(action.technology, dict(cards))


def _has_technology(teaches: Callable[[Technology], object]) -> Callable[[Board], bool]:
    return lambda board: any(teaches(technology) for _, technology in board.technologies)


def _everywhere(_board: Board) -> bool:
    return True


BASICS: dict[str, Topic] = {
    "ticket": Topic(_everywhere, _open_tickets, _completes),
    "wild": Topic(_everywhere, _payments(_pays_with_wild), _is_legal),
    "gray": Topic(lambda board: any(route.is_gray for route in board.routes), _payments(_pays_gray), _is_legal),
    "second card": Topic(_everywhere, _second_cards, _is_illegal),
    "long routes": Topic(_everywhere, _by_length, _scores_most),
    "double": Topic(
        lambda board: not board.doubles_open and any(route.twin is not None for route in board.routes),
        _closed_tracks,
        _is_illegal,
    ),
    "last round": Topic(_everywhere, _any_claim, _starts_last_round),
}
"""The rules of every map, which the smallest one teaches for all."""

OWN_RULES: dict[str, Topic] = {
    "longest path": Topic(
        lambda board: board.spec.scoring.longest_path > 0, _long_paths, _grows(lambda g, s: g.longest_path(s))
    ),
    "districts": Topic(
        lambda board: bool(board.district_table), _any_claim, _grows(lambda g, s: len(g.districts_of(s)))
    ),
    "flag card": Topic(lambda board: board.flag is not None, _flag_claims, _grows(_flag_cards)),
    "flag": Topic(lambda board: board.flag is not None, _all_flag_claims, _grows(_finished_flags)),
    "regions": Topic(
        _has_technology(lambda technology: technology.opens_regions),
        _purchases(lambda technology: technology.opens_regions),
        _opens_route,
    ),
    "lengths": Topic(
        _has_technology(lambda technology: technology.opens_lengths),
        _purchases(lambda technology: technology.opens_lengths),
        _opens_route,
    ),
    "ferries": Topic(
        _has_technology(lambda technology: technology.opens_ferries),
        _purchases(lambda technology: technology.opens_ferries),
        _opens_route,
    ),
    "ferry payment": Topic(lambda board: any(route.ferry for route in board.routes), _payments(_pays_ferry), _is_legal),
    "cards for a wild": Topic(
        lambda board: bool(board.technologies) and board.spec.rules.cards_per_wild > 0,
        _purchases_without_wilds,
        _is_legal,
    ),
}
"""The rules of some maps."""

TOPICS = BASICS | OWN_RULES
"""All topics by name, in the order in which they are taught."""

"""The state of a game as one pair of eyes may see it. Everything about the play comes from a view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from branchline.engine import codes
from branchline.engine.actions import DECK_NAME, cards_of
from branchline.server.projection import wire
from branchline.server.projection.legality import flag_points, has_chosen, own_choice
from branchline.server.projection.log_lines import sentences
from branchline.server.projection.outcome import final_result

if TYPE_CHECKING:
    from collections.abc import Collection

    from branchline.engine.actions import Cards
    from branchline.engine.views import View
    from branchline.server.live.match import Chat, Happened, Match, Seat
    from branchline.server.projection.cache import Memory, Network


@dataclass(frozen=True)
class Eyes:
    """Whose eyes: the chair looked from (none for a spectator), and the chairs of whoever looks."""

    chair: int | None = None
    mine: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Presence:
    """Who is connected: chairs, and how many only watch."""

    chairs: Collection[int] = ()
    watchers: int = 0


def state_of(match: Match, eyes: Eyes, presence: Presence) -> wire.State:
    """Return a match as a pair of eyes may see it."""
    you = None if eyes.chair is None else match.seat_of_chair(eyes.chair)
    deciding = match.deciding
    state = wire.State(
        game=match.id,
        map=wire.MapRef(id=match.map, hash=match.map_hash[:16], name=match.title),
        stage=match.stage,
        players=len(match.seats),
        options=match.options,
        public=match.public,
        hints=match.hints,
        created=match.created,
        seats={number: _seat(match, number, eyes, presence, deciding) for number in range(len(match.seats))},
        you=you,
        clock=match.clock,
        watchers=presence.watchers,
        rev=match.rev,
        moves=match.moves,
        deciding=deciding,
        rematch=match.rematch,
    )
    if match.game is not None:
        state.commitment = match.game.commitment
        add_play(state, match.view(you), you, deciding, match.memory)
        _add_undo(state, match)
        if match.stage == "over":
            _add_end(state, match)
    return state


def _seat(match: Match, number: int, eyes: Eyes, presence: Presence, deciding: list[int]) -> wire.Seat:
    seat = match.seats[number]
    return wire.Seat(
        kind=seat.kind,
        name=seat.name,
        color=seat.color,
        level=seat.level,
        here=(seat.kind == "bot" or seat.chair in presence.chairs) or None,
        host=(match.host in seat.guests) or None,
        yours=(seat.chair in eyes.mine) or None,
        resigned=seat.resigned or None,
        deadline=match.deadline if match.clock and number in deciding and not _automatic(seat) else None,
    )


def _automatic(seat: Seat) -> bool:
    return seat.kind == "bot" or seat.resigned


# -- the play, from a view alone ---------------------------------------------------------------


def add_play(state: wire.State, view: View, you: int | None, deciding: list[int], memory: Memory) -> None:
    """Add what a view shows of the play; nothing else of the game is at hand here."""
    state.phase = view.phase
    state.turn = view.turn if state.stage == "playing" and view.phase != "first tickets" else None
    state.market = view.market
    state.deck, state.discards, state.ticket_deck = view.deck_count, view.discards, view.ticket_deck_count
    network = memory.network(view)
    state.routes, state.closed = network.holders, network.closed
    state.last_turns = view.last_turns
    if view.board.technologies:
        state.copies = view.copies
    _add_seats(state, view, network)
    if you is not None:
        _add_own(state, view, you, deciding, memory)


def _add_seats(state: wire.State, view: View, network: Network) -> None:
    board = view.board
    flags = flag_points(view) if board.flag else None
    scores, pieces, cards, tickets = view.scores, view.pieces, view.hand_counts, view.ticket_counts
    for number, seat in state.seats.items():
        seat.score, seat.pieces, seat.cards, seat.tickets = (
            scores[number],
            pieces[number],
            cards[number],
            tickets[number],
        )
        seat.seen = view.cards_seen(number)
        if board.technologies:
            seat.technologies = view.technologies_of(number)
        if board.flag and flags:
            seat.front, seat.flags = view.in_front_of(number), flags[number]
        if board.district_table:
            seat.districts = network.districts[number]
        if network.paths:
            seat.path = network.paths[number]


def _add_own(state: wire.State, view: View, you: int, deciding: list[int], memory: Memory) -> None:
    state.hand = view.hand
    state.tickets = memory.tickets(view, you, view.tickets)
    if view.offer and not view.over:
        state.offer = _offer(view, you, memory)
    elif you in deciding:
        state.legal = legal_moves(view)


def _offer(view: View, you: int, memory: Memory) -> wire.Offer:
    first = view.phase == "first tickets"
    rules = view.board.spec.rules
    least = rules.first_tickets.keep if first else rules.later_tickets.keep
    return wire.Offer(
        tickets=view.offer,
        least=min(least, len(view.offer)),
        help=memory.tickets(view, you, view.offer),
        chosen=own_choice(view, you) if first and has_chosen(view, you) else None,
    )


def legal_moves(view: View) -> wire.LegalMoves:
    """Return the legal actions of the seat on turn, grouped for choosing."""
    board = view.board
    moves = wire.LegalMoves(draw=[], tickets=False, claims={})
    claims: dict[int, dict[tuple[tuple[str, int], ...], bool]] = {}
    for code in view.legal.codes.tolist():
        kind, target = code & codes.KIND_MASK, code >> codes.TARGET & codes.TARGET_MASK
        if kind == codes.CLAIM:
            payment = tuple(cards_of(board, code).items())
            payments = claims.setdefault(target, {})
            payments[payment] = payments.get(payment, False) or bool(code >> codes.OPTION & 1)
        elif kind == codes.DRAW:
            moves.draw.append(DECK_NAME if target == codes.DECK else board.card_name(target))
        elif kind == codes.BUY:
            moves.buy = moves.buy or {}
            moves.buy.setdefault(board.technologies[target][0], []).append(cards_of(board, code))
        else:
            _add_plain(moves, view, kind)
    moves.claims = {route: _claim_choice(payments) for route, payments in claims.items()}
    for payments_of in (moves.buy or {}).values():
        payments_of.sort(key=_expense)
    return moves


def _add_plain(moves: wire.LegalMoves, view: View, kind: int) -> None:
    if kind == codes.DRAW_BLIND:
        held = view.technologies_of(view.turn)
        moves.blind = max(tech.blind_cards for name, tech in view.board.technologies if name in held)
    elif kind == codes.TAKE_TICKETS:
        moves.tickets = True
    elif kind == codes.PASS:
        moves.skip = True


def _claim_choice(payments: dict[tuple[tuple[str, int], ...], bool]) -> wire.ClaimChoice:
    ordered = sorted(payments, key=lambda payment: _expense(dict(payment)))
    keep = [place for place, payment in enumerate(ordered) if payments[payment]]
    return wire.ClaimChoice(pay=[dict(payment) for payment in ordered], keep=keep or None)


def _expense(cards: Cards) -> tuple[int, int]:
    """Return how dear a payment is: a wild counts twice."""
    wilds = cards.get("wild", 0)
    return sum(cards.values()) + wilds, wilds


# -- what is not the play ----------------------------------------------------------------------


def _add_undo(state: wire.State, match: Match) -> None:
    undo = match.undo
    if undo is not None:
        state.undo = wire.UndoAsk(seat=undo.seat, moves=match.moves - undo.to, agreed=sorted(undo.agreed))


def _add_end(state: wire.State, match: Match) -> None:
    """Add what the end opens to everyone (P5): tickets, the result, the seed."""
    game = match.playing
    state.result = final_result(match)
    state.revealed = {seat: game.tickets_of(seat) for seat in range(game.players)}
    state.seed = game.key.hex()
    state.legal, state.offer, state.turn = None, None, None


def step_of(match: Match, happened: Happened, you: int | None) -> wire.Step | None:
    """Return a line of the log as a seat may see it; nothing where nothing is to be told."""
    if not happened.events:
        return None
    events = [event.opened(you) if hasattr(event, "opened") else event for event in happened.events]
    names = [seat.name for seat in match.seats]
    return wire.Step(
        seq=happened.seq,
        move=happened.move,
        at=happened.at,
        seat=happened.seat,
        say=sentences(match.board, names, events),
        events=events,
    )


def chat_line(match: Match, chat: Chat) -> wire.ChatLine:
    """Return a line of chat, with where its speaker sits now."""
    seat = None if chat.chair is None else match.seat_of_chair(chat.chair)
    return wire.ChatLine(name=chat.name, text=chat.text, at=chat.at, seat=seat)


def plain(state: wire.State) -> dict[str, Any]:
    """Return a state as plain dicts, for comparing and patching."""
    built: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    return built

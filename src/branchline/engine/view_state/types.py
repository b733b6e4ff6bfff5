"""The types of a view's state; docs/wire.md explains every field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from branchline.engine.actions import Cards

Phase: TypeAlias = Literal["first tickets", "turn", "second card", "keep tickets", "held route", "second route", "over"]


class Part(Struct, omit_defaults=True, kw_only=True):
    """A part of a state.

    A field without a value is absent, never null, so that a merge patch (RFC 7396) can express every change.
    """


class SeatState(Part, kw_only=True):
    """What everyone sees of a seat's play; all fields are absent before the game starts."""

    score: int | None = None
    pieces: int | None = None
    cards: int | None = None
    seen: Cards | None = None
    tickets: int | None = None
    technologies: list[str] | None = None
    front: list[str] | None = None
    flags: int | None = None
    path: int | None = None
    longest: bool | None = None
    """Whether the seat currently has the longest path; all seats that tie for it do."""
    districts: list[str] | None = None
    district_progress: dict[str, int] | None = None
    """For each district, the most of its cities that lie in one network of the seat's routes."""


class TicketHelp(Part, kw_only=True):
    """The status of a ticket for its holder, a shortest path that is still open, and the pieces that it still takes."""

    status: Literal["made", "open", "lost"]
    path: list[int]
    pieces: int


class Offer(Part, kw_only=True):
    """Tickets to choose from, in the order offered; the action `keep` names them by their place in it."""

    tickets: list[int]
    least: int
    help: dict[int, TicketHelp]
    chosen: list[int] | None = None


class ClaimChoice(Part, kw_only=True):
    """The payments for a route, cheapest first; `keep` has the places of those that allow keeping a card (F1)."""

    pay: list[Cards]
    keep: list[int] | None = None


class LegalMoves(Part, kw_only=True):
    """The legal actions of the viewer, grouped for choosing."""

    draw: list[str]
    blind: int | None = None
    tickets: bool
    claims: dict[int, ClaimChoice]
    buy: dict[str, list[Cards]] | None = None
    skip: bool | None = None


class SeatScore(Part, kw_only=True):
    """The result of one seat, item by item."""

    seat: int
    rank: int
    total: int
    routes: int
    tickets_made: list[int]
    tickets_missed: list[int]
    ticket_points: int
    ticket_losses: int
    longest_path: int
    longest_path_bonus: int
    path: list[int]
    ticket_paths: dict[int, list[int]]
    """For each completed ticket, the fewest own routes that join its ends."""
    districts: dict[str, int]
    flags: int
    technologies: int


class FinalResult(Part, kw_only=True):
    """The result of a game: the seats in seat order, the winners, and the rule that decided (E5)."""

    seats: list[SeatScore]
    winners: list[int]
    decided_by: str


class OwnState(Part, kw_only=True):
    """What only one seat may know of the play, and what it may do."""

    you: int | None = None
    hand: Cards | None = None
    cards_per_wild: int | None = None
    """The fewest cards that stand for one wild when this seat pays (K1); absent if none do."""
    tickets: dict[int, TicketHelp] | None = None
    offer: Offer | None = None
    legal: LegalMoves | None = None


class ViewState(OwnState, kw_only=True):
    """What a seat, or a spectator, may know of the play; fields without a value are absent before the game starts."""

    players: int
    options: list[str]
    seats: Mapping[int, SeatState]
    phase: Phase | None = None
    turn: int | None = None
    deciding: list[int]
    market: list[str | None] | None = None
    deck: int | None = None
    discards: Cards | None = None
    ticket_deck: int | None = None
    routes: dict[int, list[int]] | None = None
    closed: list[int] | None = None
    last_turns: int | None = None
    copies: dict[str, int] | None = None
    revealed: dict[int, list[int]] | None = None
    result: FinalResult | None = None

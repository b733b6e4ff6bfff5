"""What the pictures of the rules are made of: boards, cards, marks and words, stacked into one SVG document."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.boards.draw import PLAYER_SIGNS, PlayerMark, Position, drawing, svg
from branchline.boards.library import load_map

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.boards.board import Board
    from branchline.boards.draw import Drawing, TicketMark
    from branchline.boards.library import MapFile

FOLDER = Path(__file__).parent
WIDTH = 1200.0
CARD, TALL, GAP = 84.0, 124.0, 16.0
INK, PAPER = "#22303a", "#fbf8f1"
PLAYERS = ("Ada", "Blaise", "Charles", "Dorothy")


@dataclass(frozen=True)
class Part:
    """A part of a picture: SVG elements of the full width, and their height."""

    markup: str
    height: float


@cache
def map_file(name: str) -> MapFile:
    """Return one of the small maps of this folder."""
    return load_map(FOLDER / f"{name}.toml")


@cache
def drawn(name: str) -> Drawing:
    """Return its drawing."""
    return drawing(map_file(name).spec)


def board(
    name: str,
    players: int,
    claims: dict[str, list[int]],
    tickets: Sequence[TicketMark] = (),
    shut: Sequence[int] = (),
) -> Part:
    """Return a board on which seats have claimed routes; what that closes (C6) follows from the number of players.

    A route is named by its cities and, if there are two, its color: `"Athlone–Dublin blue"`. `shut` are routes that
    are closed for another reason.
    """
    built = map_file(name).board(players)
    held = {route_number(built, route): seats for route, seats in claims.items()}
    twins = [built.routes[route].twin for route in held]
    closed = [] if built.doubles_open else [twin for twin in twins if twin is not None and twin not in held]
    signs = [PlayerMark(person, seat) for seat, person in enumerate(PLAYERS[:players])]
    picture = svg(drawn(name), Position(held, [*closed, *shut], signs, list(tickets)))
    width, height = (float(number) for number in picture.partition('viewBox="')[2].partition('"')[0].split()[2:])
    return Part(picture.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1), height)


def route_number(built: Board, name: str) -> int:
    """Return the number of a route."""
    cities, _, color = name.partition(" ")
    a, b = cities.split("–")
    return built.route(a, b, color or None).index


def outlined(name: str, part: Part, routes: Sequence[int], label: str) -> Part:
    """Return a board with a line along some routes, and what it means."""
    marks = drawn(name).geometry.routes
    paths = "".join(f'<path d="{marks[route].path}"/>' for route in routes)
    line = f'<g fill="none" stroke="#fff" stroke-width="9" stroke-dasharray="1 17" stroke-linecap="round">{paths}</g>'
    note = row(words(f"dotted: {label}"))
    return Part(part.markup + line + shifted(note.markup, part.height), part.height + note.height)


# ---- rows of cards -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """One thing in a row: SVG elements with their origin at the left, and their width."""

    markup: str
    width: float


def card(color: str, caption: str = "", *, is_crossed: bool = False) -> Piece:
    """Return a card with its color and symbol, and a word below it."""
    sign = drawn("routes").geometry.signs[color]
    cross = f'<path d="M8 8L{CARD - 8} {TALL - 8}M{CARD - 8} 8L8 {TALL - 8}" stroke="#b3262e" stroke-width="7"/>'
    return Piece(
        f'<rect width="{CARD}" height="{TALL}" rx="12" fill="{sign.color}" stroke="{INK}" stroke-width="3"/>'
        f'<path transform="translate({CARD / 2} {TALL / 2})scale(24)" d="{sign.symbol}" fill="{sign.ink}"/>'
        + (cross if is_crossed else "")
        + text(CARD / 2, TALL + 30, caption or color),
        CARD,
    )


def flag_card(color: str, fill: str) -> Piece:
    """Return a card of a color that the small boards do not have."""
    return Piece(
        f'<rect width="{CARD}" height="{TALL}" rx="12" fill="{fill}" stroke="{INK}" stroke-width="3"/>'
        + text(CARD / 2, TALL + 30, color),
        CARD,
    )


def ticket(a: str, b: str, points: int, *, note: str) -> Piece:
    """Return a ticket, and what happens to it."""
    return Piece(
        f'<rect width="250" height="{TALL}" rx="10" fill="{PAPER}" stroke="{INK}" stroke-width="3"/>'
        + text(125, 44, a)
        + text(125, 76, b)
        + text(125, 110, str(points))
        + text(125, TALL + 30, note),
        250,
    )


def chip(seat: int, note: str) -> Piece:
    """Return the sign of a player with a note below it."""
    sign = PLAYER_SIGNS[seat]
    paint = f'fill="{sign.color}" stroke="{sign.edge}" stroke-width="4"'
    return Piece(
        f'<rect x="25" y="20" width="120" height="84" rx="42" {paint}/>'
        + text(85, 72, PLAYERS[seat], color=sign.ink)
        + text(85, TALL + 30, note),
        170,
    )


def words(said: str) -> Piece:
    """Return words between things."""
    width = 14.5 * len(said) + 10
    return Piece(text(0, TALL / 2 + 9, said, anchor="start"), width)


def arrow() -> Piece:
    """Return an arrow to the right."""
    y = TALL / 2
    return Piece(
        f'<path d="M6 {y}H62M46 {y - 16}L64 {y}L46 {y + 16}" fill="none" stroke="{INK}" stroke-width="5"/>', 72
    )


def text(x: float, y: float, said: str, *, anchor: str = "middle", color: str = INK) -> str:
    """Return a line of text in the reader's own font."""
    style = f'font-family="system-ui,sans-serif" font-size="25" text-anchor="{anchor}" fill="{color}"'
    return f'<text x="{x:.0f}" y="{y:.0f}" {style}>{escape(said)}</text>'


def row(*pieces: Piece) -> Part:
    """Return things side by side, in the middle."""
    whole = sum(piece.width for piece in pieces) + GAP * (len(pieces) - 1)
    x, markup = (WIDTH - whole) / 2, ""
    is_plain = len(pieces) == 1 and "<rect" not in pieces[0].markup
    for piece in pieces:
        markup += f'<g transform="translate({x:.1f} {-TALL / 2 + 30 if is_plain else 20:.0f})">{piece.markup}</g>'
        x += piece.width + GAP
    return Part(markup, 58 if is_plain else TALL + 64)


def shifted(markup: str, down: float) -> str:
    """Return elements further down."""
    return f'<g transform="translate(0 {down:.1f})">{markup}</g>'


def picture(label: str, *parts: Part) -> str:
    """Return parts one below the other as an SVG document."""
    y, body = 0.0, ""
    for part in parts:
        body += shifted(part.markup, y)
        y += part.height
    size = f'width="{WIDTH:.0f}" height="{y:.0f}"'
    root = f'{size} viewBox="0 0 {WIDTH:.0f} {y:.0f}" role="img" aria-label="{escape(label)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {root}><rect {size} rx="14" fill="{PAPER}"/>{body}</svg>\n'

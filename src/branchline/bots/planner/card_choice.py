"""Which card to draw: what each kind is worth to the targets, and what the deck may bring."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import GRAY, WILD
from branchline.bots.planner.targets import is_pressed
from branchline.bots.planner.workspace import NOISE, RUSH_WILDS, WILDS
from branchline.engine.codes import DECK, DRAW, DRAW_BLIND, TARGET
from branchline.engine.compilation import kernel
from branchline.engine.entry_points import roll
from branchline.engine.layout import NOTHING, SECOND_CARD, Record
from branchline.engine.rules.market import cards_to_draw, market_kinds
from branchline.engine.rules.technologies import blind_cards

IDLE = 0.12
"""What a card is worth that no target asks for."""


@kernel
def value_cards(board: Record, view: Record, desk: Record, settings: Any) -> None:
    """Work out what the next card of each kind is worth, from the targets that lack it."""
    for kind in range(board.colors):
        desk.value[kind] = IDLE + 0.02 * view.hands[desk.seat, kind]
    most = 0.3
    wilds_asked = 0.0
    for place in range(desk.target_count):
        route = desk.targets[place]
        missing = desk.target_missing[place]
        if missing == 0:
            continue
        worth = desk.target_weight[place] / (1.0 + 0.2 * missing)
        most = max(most, worth)
        wilds_asked += board.route_ferry[route]
        if missing > board.route_ferry[route]:
            value_for(board, desk, place, worth)
    desk.value[WILD] = settings[WILDS] * most
    if desk.wanted or wilds_asked > view.hands[desk.seat, WILD]:
        desk.value[WILD] *= 1.6
    if is_pressed(desk, settings):
        desk.value[WILD] *= settings[RUSH_WILDS]


@kernel
def misjudge(board: Record, desk: Record, noise: Any, dice: Any) -> None:
    """Blur the worth of every kind, for the levels that err."""
    for kind in range(WILD + 1):
        if kind < board.colors or kind == WILD:
            desk.value[kind] *= 1.0 + noise * (roll(dice, 1000) / 500.0 - 1.0)


@kernel
def value_for(board: Record, desk: Record, place: Any, worth: Any) -> None:
    """Raise the value of the colors that one target lacks."""
    kind = desk.target_kind[place]
    desk.value[kind] = max(desk.value[kind], worth)
    if board.route_color[desk.targets[place]] == GRAY:
        for other in range(board.colors):
            desk.value[other] = max(desk.value[other], 0.5 * worth)


@kernel
def blind_value(board: Record, view: Record, desk: Record) -> Any:
    """Return what a card from the deck is worth on average, from the cards that lie nowhere in sight."""
    total, worth = 0.0, 0.0
    face_up = np.int64(0)  # how many of each kind, four bits a kind
    for slot in range(board.market):
        if view.market[slot] != NOTHING:
            face_up += np.int64(1) << (4 * np.int64(view.market[slot]))
    for kind in range(WILD + 1):
        unseen = float(board.cards[kind] - ((face_up >> (4 * kind)) & 15))
        if view.deck_count > 0:
            unseen -= view.discards[kind]
        for seat in range(board.players):
            unseen -= view.hands[seat, kind]
        unseen = max(unseen, 0.0)
        total += unseen
        worth += unseen * desk.value[kind]
    return worth / total if total > 0 else 0.0


@kernel
def best_face_up(board: Record, desk: Record, kinds: Any) -> Any:
    """Return the color in the market worth most, or -1, and its worth."""
    best, most = np.int64(NOTHING), -1.0
    for kind in range(board.colors):
        if (kinds >> kind) & 1 and desk.value[kind] > most:
            best, most = np.int64(kind), desk.value[kind]
    return best, most


@kernel
def second_best(board: Record, view: Record, desk: Record, taken: Any) -> Any:
    """Return the worth of the best color left in the market once one card is taken."""
    most = 0.0
    skipped = False
    for slot in range(board.market):
        kind = view.market[slot]
        if kind == NOTHING or kind == WILD:
            continue
        if kind == taken and not skipped:
            skipped = True
            continue
        worth = desk.value[kind] * (0.8 if kind == taken else 1.0)
        most = max(most, worth)
    return most


@kernel
def choose_draw(board: Record, view: Record, desk: Record, settings: Any, dice: Any) -> Any:
    """Return the best card to draw, or the first of two; 0 where none can be drawn."""
    value_cards(board, view, desk, settings)
    if settings[NOISE] > 0.0:
        misjudge(board, desk, settings[NOISE], dice)
    kinds = market_kinds(board, view)
    blind = blind_value(board, view, desk) if cards_to_draw(view) > 0 else -1.0
    kind, worth = best_face_up(board, desk, kinds)
    code, most = np.int64(0), -1.0
    if kind != NOTHING:
        code, most = np.int64(DRAW | kind << TARGET), worth
    if view.phase != SECOND_CARD and kind != NOTHING:
        most += max(second_best(board, view, desk, kind), blind)
    if blind >= 0.0:
        both = blind
        if view.phase != SECOND_CARD:
            both += max(worth, blind)
        if both > most:
            code, most = np.int64(DRAW | DECK << TARGET), both
        many = blind_cards(board, view, desk.seat)
        if view.phase != SECOND_CARD and many and cards_to_draw(view) >= many and many * blind > most:
            code, most = np.int64(DRAW_BLIND), many * blind
    if (kinds >> WILD) & 1 and desk.value[WILD] > most:
        code, most = np.int64(DRAW | WILD << TARGET), desk.value[WILD]
    return code

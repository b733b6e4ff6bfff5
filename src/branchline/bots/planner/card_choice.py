"""Which card to draw: the value of each kind to the targets, and the expected value of the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.boards.board import GRAY, WILD
from branchline.bots.planner.targets import is_under_time_pressure
from branchline.bots.planner.workspace import NOISE, TIME_PRESSURE_WILDS, WILDS
from branchline.engine.entry_points import roll
from branchline.engine.kernel.bits import int64
from branchline.engine.kernel.codes import DECK, DRAW, DRAW_BLIND, TARGET
from branchline.engine.kernel.compilation import kernel
from branchline.engine.kernel.layout import NOTHING, SECOND_CARD, TRUTH
from branchline.engine.rules.market import blind_draw, cards_to_draw, market_kinds
from branchline.engine.rules.payment import wilds_required

if TYPE_CHECKING:
    from branchline.bots.planner.workspace import Workspace
    from branchline.engine.kernel.types import BoardRecord, Mask, StateRecord

IDLE = 0.12
"""The value of a card that no target needs."""


@kernel
def value_cards(board: BoardRecord, view: StateRecord, workspace: Workspace) -> None:
    """Compute the value of the next card of each kind from the targets that lack it."""
    for kind in range(board.colors):
        workspace.value[kind] = IDLE + 0.02 * view.hands[workspace.seat, kind]
    most = 0.3
    wilds_asked = 0.0
    for place in range(workspace.target_count):
        route = workspace.targets[place]
        missing = workspace.target_missing[place]
        if missing == 0:
            continue
        worth = workspace.target_weight[place] / (1.0 + 0.2 * missing)
        most = max(most, worth)
        required = wilds_required(board, route)
        wilds_asked += required
        if missing > required:
            raise_values(board, workspace, place, worth)
    workspace.value[WILD] = workspace.settings[WILDS] * most
    if workspace.wanted or wilds_asked > view.hands[workspace.seat, WILD]:
        workspace.value[WILD] *= 1.6
    if is_under_time_pressure(workspace):
        workspace.value[WILD] *= workspace.settings[TIME_PRESSURE_WILDS]


@kernel
def add_noise(board: BoardRecord, workspace: Workspace, noise: float) -> None:
    """Add noise to the value of every kind, for the weaker levels."""
    for kind in range(WILD + 1):
        if kind < board.colors or kind == WILD:
            workspace.value[kind] *= 1.0 + noise * (roll(workspace.dice, 1000) / 500.0 - 1.0)


@kernel
def raise_values(board: BoardRecord, workspace: Workspace, place: int, worth: float) -> None:
    """Raise the value of the colors that a target lacks."""
    kind = workspace.target_kind[place]
    workspace.value[kind] = max(workspace.value[kind], worth)
    if board.route_color[workspace.targets[place]] == GRAY:
        for other in range(board.colors):
            workspace.value[other] = max(workspace.value[other], 0.5 * worth)


@kernel
def value_in_deck(view: StateRecord, workspace: Workspace) -> float:
    """Return the mean value of a card from the deck where nothing is hidden: the same, without counting."""
    deck = view.deck if view.deck_count > 0 else view.discards
    total, worth = 0.0, 0.0
    for kind in range(WILD + 1):
        total += deck[kind]
        worth += deck[kind] * workspace.value[kind]
    return worth / total if total > 0 else 0.0


@kernel
def blind_value(board: BoardRecord, view: StateRecord, workspace: Workspace) -> float:
    """Return the mean value of a card from the deck, over the unseen cards."""
    if view.viewer == TRUTH and board.flag_colors == 0:
        return value_in_deck(view, workspace)
    total, worth = 0.0, 0.0
    face_up = int64(0)  # the number of each kind, four bits each
    for slot in range(board.market):
        if view.market[slot] != NOTHING:
            face_up += int64(1) << (4 * int64(view.market[slot]))
    for kind in range(WILD + 1):
        unseen = float(board.cards[kind] - ((face_up >> (4 * kind)) & 15))
        if view.deck_count > 0:
            unseen -= view.discards[kind]
        for seat in range(board.players):
            unseen -= view.hands[seat, kind]
        unseen = max(unseen, 0.0)
        total += unseen
        worth += unseen * workspace.value[kind]
    return worth / total if total > 0 else 0.0


@kernel
def best_face_up(board: BoardRecord, workspace: Workspace, kinds: Mask) -> tuple[int, float]:
    """Return the most valuable color in the market, or -1, and its value."""
    best, most = int64(NOTHING), -1.0
    for kind in range(board.colors):
        if (kinds >> kind) & 1 and workspace.value[kind] > most:
            best, most = int64(kind), workspace.value[kind]
    return best, most


@kernel
def best_of_rest(board: BoardRecord, view: StateRecord, workspace: Workspace, taken: int) -> float:
    """Return the value of the best color left in the market after one card is taken."""
    most = 0.0
    skipped = False
    for slot in range(board.market):
        kind = view.market[slot]
        if kind == NOTHING or kind == WILD:
            continue
        if kind == taken and not skipped:
            skipped = True
            continue
        worth = workspace.value[kind] * (0.8 if kind == taken else 1.0)
        most = max(most, worth)
    return most


@kernel
def choose_draw(board: BoardRecord, view: StateRecord, workspace: Workspace) -> int:
    """Return the best card to draw, now or as the first of two; 0 if none can be drawn."""
    value_cards(board, view, workspace)
    if workspace.settings[NOISE] > 0.0:
        add_noise(board, workspace, workspace.settings[NOISE])
    kinds = market_kinds(board, view)
    blind = blind_value(board, view, workspace) if cards_to_draw(view) > 0 else -1.0
    kind, worth = best_face_up(board, workspace, kinds)
    code, most = int64(0), -1.0
    if kind != NOTHING:
        code, most = int64(DRAW | kind << TARGET), worth
    if view.phase != SECOND_CARD and kind != NOTHING:
        most += max(best_of_rest(board, view, workspace, kind), blind)
    if blind >= 0.0:
        both = blind
        if view.phase != SECOND_CARD:
            both += max(worth, blind)
        if both > most:
            code, most = int64(DRAW | DECK << TARGET), both
        many = blind_draw(board, view, workspace.seat)
        if view.phase != SECOND_CARD and many and many * blind > most:
            code, most = int64(DRAW_BLIND), many * blind
    if (kinds >> WILD) & 1 and workspace.value[WILD] > most:
        code, most = int64(DRAW | WILD << TARGET), workspace.value[WILD]
    return code

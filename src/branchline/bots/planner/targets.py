"""What a seat collects cards for: the plan's routes, then the best others for the pieces to spare."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.boards.board import GRAY, WILD
from branchline.bots.planner.workspace import CONTEST, FILLER, FILLERS, LATE_CARDS, RUSH
from branchline.engine.compilation import kernel, lowest
from branchline.engine.layout import KINDS, NOTHING, Record
from branchline.engine.rules.claims import is_open

SLOW_FROM = 8
"""With fewer turns left than this, cards in hand are worth less and less."""


@kernel
def note_most_held(board: Record, desk: Record) -> None:
    """Note the color of which most cards are not set aside: gray routes are paid with it."""
    best = np.int64(0)
    for kind in range(1, board.colors):
        if desk.hand[kind] > desk.hand[best]:
            best = np.int64(kind)
    desk.most_held = best


@kernel
def best_kind(board: Record, desk: Record, route: Any) -> Any:
    """Return the color that pays for a route with the fewest cards missing: for gray, the one held most."""
    color = np.int64(board.route_color[route])
    return np.int64(desk.most_held) if color == GRAY else color


@kernel
def missing_for(board: Record, desk: Record, route: Any, kind: Any) -> Any:
    """Return how many cards a route lacks, wilds not counted."""
    cost = desk.cards[route]
    return cost - min(desk.hand[kind], cost - board.route_ferry[route])


@kernel
def better_track(board: Record, view: Record, desk: Record, route: Any) -> Any:
    """Return the track of a double that lacks fewer cards; the route itself where it stands alone."""
    twin = np.int64(board.route_twin[route])
    if twin == NOTHING or not is_open(view, twin):
        return np.int64(route)
    here = missing_for(board, desk, route, best_kind(board, desk, route))
    there = missing_for(board, desk, twin, best_kind(board, desk, twin))
    return twin if there < here else np.int64(route)


@kernel
def contest(board: Record, view: Record, seat: Any, route: Any) -> Any:
    """Return how likely others are to want a route, from 0 on: their tracks at its ends, and its being short."""
    ends_0 = board.city_routes[board.route_a[route], 0] | board.city_routes[board.route_b[route], 0]
    ends_1 = board.city_routes[board.route_a[route], 1] | board.city_routes[board.route_b[route], 1]
    rivals = 0.0
    for other in range(board.players):
        if other != seat and (view.routes[other, 0] & ends_0 or view.routes[other, 1] & ends_1):
            rivals += 1.0
    twin = board.route_twin[route]
    if twin != NOTHING and board.doubles_open and is_open(view, twin):
        rivals *= 0.3
    return rivals


@kernel
def set_aside(board: Record, desk: Record, place: Any) -> None:
    """Set the cards aside that the target at a place can use, and note what it lacks."""
    route = desk.targets[place]
    kind = best_kind(board, desk, route)
    missing = missing_for(board, desk, route, kind)
    desk.target_kind[place] = kind
    desk.target_missing[place] = missing
    if missing < desk.cards[route]:
        desk.hand[kind] -= desk.cards[route] - missing
        if kind == desk.most_held:
            note_most_held(board, desk)


@kernel
def add_target(board: Record, desk: Record, route: Any, weight: Any) -> None:
    """Put a route on the list and set aside the cards it can use."""
    place = desk.target_count
    desk.targets[place] = route
    desk.target_weight[place] = weight
    desk.target_count = place + 1
    set_aside(board, desk, place)


@kernel
def urgency(board: Record, view: Record, desk: Record, settings: Any, track: Any) -> Any:
    """Return how pressing a planned route is: near done, and contested."""
    missing = missing_for(board, desk, track, best_kind(board, desk, track))
    return (1.0 + settings[CONTEST] * contest(board, view, desk.seat, track)) / (1.0 + 0.25 * missing)


@kernel
def keenest(desk: Record, number: Any) -> Any:
    """Return the place of what is to be done first, or -1 where nothing is left."""
    best, most = np.int64(NOTHING), 0.0
    for place in range(number):
        if desk.keenness[place] > most:
            best, most = np.int64(place), desk.keenness[place]
    return best


@kernel
def write_todo(board: Record, view: Record, desk: Record, settings: Any) -> Any:
    """Write down the plan's routes and how pressing each is; return how many there are."""
    number = 0
    for word in range(2):
        rest = desk.routes[word]
        while rest:
            route = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            desk.todo[number] = route
            desk.keenness[number] = urgency(board, view, desk, settings, better_track(board, view, desk, route))
            number += 1
    return number


# Both lists are made by taking the best, again and again. What is taken sets cards aside, which makes others less
# keen, never keener: so only the one that seems best is reckoned again, and taken if it is as good as it seemed.


@kernel
def list_planned(board: Record, view: Record, desk: Record, settings: Any) -> None:
    """List the plan's routes, the most pressing first."""
    number = write_todo(board, view, desk, settings)
    while True:
        place = keenest(desk, number)
        if place == NOTHING:
            break
        track = better_track(board, view, desk, desk.todo[place])
        weight = urgency(board, view, desk, settings, track)
        if weight < desk.keenness[place]:
            desk.keenness[place] = weight
            continue
        desk.keenness[place] = 0.0
        add_target(board, desk, track, 1.0 + weight)
    desk.planned_count = desk.target_count
    note_slack(view, desk)


@kernel
def note_slack(view: Record, desk: Record) -> None:
    """Note the turns to spare beyond those that the plan takes, wilds in hand filling its gaps."""
    lacking = -float(view.hands[desk.seat, WILD])
    for place in range(desk.planned_count):
        lacking += desk.target_missing[place]
    desk.slack = desk.turns_left - desk.planned_count - 0.5 * max(0.0, lacking)


@kernel
def is_pressed(desk: Record, settings: Any) -> Any:
    """Tell whether the plan has too few turns to spare for anything beside it."""
    return settings[RUSH] > 0.0 and desk.planned_count > 0 and desk.slack < settings[RUSH]


@kernel
def time_share(desk: Record) -> Any:
    """Return what cards are worth at this time: late in the game those in hand have no other use."""
    return min(1.0, desk.turns_left / SLOW_FROM)


@kernel
def filler_turns(board: Record, desk: Record, settings: Any, route: Any) -> Any:
    """Return the turns that a route beside the plan takes, those of the cards it uses up included; 0 for too many."""
    missing = missing_for(board, desk, route, best_kind(board, desk, route))
    needed = 1.0 + 0.5 * (missing + board.route_ferry[route])
    if needed > desk.turns_left + 0.5:
        return 0.0
    used = settings[LATE_CARDS] * time_share(desk) * (desk.cards[route] - missing)
    return needed + 0.5 * used


@kernel
def filler_rate(board: Record, desk: Record, settings: Any, place: Any) -> Any:
    """Return the points a turn that a route beside the plan brings."""
    turns = filler_turns(board, desk, settings, desk.fillers[place])
    return desk.filler_points[place] / turns if turns > 0.0 else 0.0


@kernel
def rate_at_best(board: Record, desk: Record, settings: Any, place: Any) -> Any:
    """Return the points a turn that a route beside the plan brings with the best of hands, long before the end."""
    route = desk.fillers[place]
    cards = 0.5 * min(1.0, settings[LATE_CARDS]) * desk.cards[route]
    return desk.filler_points[place] / (1.0 + 0.5 * board.route_ferry[route] + cards)


@kernel
def is_target(board: Record, desk: Record, route: Any) -> Any:
    """Tell whether a route, or the track beside it, is on the list already."""
    twin = board.route_twin[route]
    for place in range(desk.planned_count, desk.target_count):
        if desk.targets[place] == route or desk.targets[place] == twin:
            return True
    return False


@kernel
def next_filler(board: Record, desk: Record, settings: Any, spare: Any) -> Any:
    """Return the place of the best filler that is not yet a target, or -1."""
    while True:
        place = keenest(desk, desk.filler_count)
        if place == NOTHING:
            return place
        route = desk.fillers[place]
        rate = 0.0
        if board.route_length[route] <= spare and not is_target(board, desk, route):
            rate = filler_rate(board, desk, settings, place)
        if rate > 0.0 and rate >= desk.keenness[place]:
            return place
        desk.keenness[place] = rate


@kernel
def next_in_order(board: Record, desk: Record, settings: Any, spare: Any) -> Any:
    """Return the same where the fillers stand in order: no further than to those that cannot be better."""
    best, most = np.int64(NOTHING), 0.0
    late = time_share(desk)  # by as much more may a route bring near the end
    for place in range(desk.filler_count):
        if desk.filler_best[place] <= late * most:
            break
        route = desk.fillers[place]
        turns = filler_turns(board, desk, settings, route)
        if turns == 0.0 or desk.filler_points[place] <= most * turns:
            continue
        if board.route_length[route] <= spare and not is_target(board, desk, route):
            best, most = np.int64(place), desk.filler_points[place] / turns
    if best != NOTHING:
        desk.keenness[best] = most
    return best


@kernel
def list_fillers(board: Record, view: Record, desk: Record, settings: Any) -> None:
    """List the best routes for the pieces that the plan leaves."""
    spare = np.int64(view.pieces[desk.seat]) - desk.spaces
    if not desk.in_order:
        for place in range(desk.filler_count):
            desk.keenness[place] = filler_rate(board, desk, settings, place)
    for _ in range(np.int64(settings[FILLERS])):
        if spare <= 0:
            return
        if desk.in_order:
            place = next_in_order(board, desk, settings, spare)
        else:
            place = next_filler(board, desk, settings, spare)
        if place == NOTHING:
            return
        route = desk.fillers[place]
        add_target(board, desk, route, settings[FILLER] * min(2.0, desk.keenness[place] / desk.pace))
        spare -= board.route_length[route]


@kernel
def take_up_hand(board: Record, view: Record, desk: Record) -> None:
    """Begin with all cards in hand; wilds are not set aside for anything."""
    for kind in range(KINDS):
        desk.hand[kind] = view.hands[desk.seat, kind]
    desk.hand[WILD] = 0
    note_most_held(board, desk)


@kernel
def list_targets(board: Record, view: Record, desk: Record, settings: Any) -> None:
    """List what to collect for, setting the hand's cards aside for each in turn."""
    take_up_hand(board, view, desk)
    desk.target_count = 0
    desk.listed = view.turns
    list_planned(board, view, desk, settings)
    list_fillers(board, view, desk, settings)

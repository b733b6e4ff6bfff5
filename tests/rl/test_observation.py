from __future__ import annotations

import heapq
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from branchline.boards.board import WILD
from branchline.engine.rules.ticket_distances import UNREACHABLE
from branchline.rl.encoding.observation import FORMS, ObservationLayout
from branchline.rl.games import board_of
from tests.rl.common import MAPS, TABLES, games_of, random_play

if TYPE_CHECKING:
    from branchline.engine.views import View
    from branchline.rl.encoding.observation import Array, Formed
    from branchline.rl.games import Games

SIZES = {"london": 301, "mini": 159, "paris": 347, "uk": 969, "usa": 554}


@pytest.mark.parametrize("name", MAPS)
def test_the_slices_of_a_map_never_move(name: str) -> None:
    layout = ObservationLayout(board_of(name, 2))
    assert layout.size == SIZES[name]
    covered = [place for part in layout.part.values() for place in range(part.start, part.stop)]
    assert covered == list(range(layout.size))
    assert layout.scale.shape == (layout.size,)


def fewest_spaces(view: View, ticket: int) -> int:
    """Return what `missing` should be, by a plain Dijkstra over own and open routes."""
    board, own = view.board, set(view.routes_of(view.seat or 0))
    usable = own | set(view.open_routes)
    card = board.tickets[ticket]
    queue = [(0, city) for city in card.a]
    done: set[int] = set()
    while queue:
        spaces, city = heapq.heappop(queue)
        if city in card.b:
            return spaces
        if city in done:
            continue
        done.add(city)
        for index in usable:
            route = board.routes[index]
            if city in (route.a, route.b):
                length = 0 if index in own else route.length
                heapq.heappush(queue, (spaces + length, route.a + route.b - city))
    return UNREACHABLE


def counts(view: View, cards: dict[str, int]) -> list[int]:
    return [cards.get(name, 0) for name in [*view.board.colors, "wild"]]


def check_observation(games: Games, seat: int) -> None:
    view = games.view(seat)
    named = games.encoding.layout.as_dict(games.observe(0, seat))
    order = [(seat + step) % view.players for step in range(view.players)]
    assert named["hand"].tolist() == counts(view, view.hand)
    assert named["market"].tolist() == counts(view, {card: view.market.count(card) for card in view.market if card})
    assert named["discards"].tolist() == counts(view, view.discards)
    assert named["known"].tolist() == [counts(view, view.cards_seen(other)) for other in order[1:]]
    for name, values in {
        "pieces": view.pieces,
        "scores": view.scores,
        "hand_counts": view.hand_counts,
        "ticket_counts": view.ticket_counts,
    }.items():
        assert named[name].tolist() == [values[other] for other in order]
    assert np.flatnonzero(named["tickets"]).tolist() == view.tickets
    assert [np.flatnonzero(row).tolist() for row in named["offer"] if row.any()] == [[t] for t in view.offer]
    assert np.flatnonzero(named["open"]).tolist() == view.open_routes
    assert [np.flatnonzero(row).tolist() for row in named["routes"]] == [view.routes_of(other) for other in order]
    for ticket in {*view.tickets, *view.offer}:
        assert named["missing"][ticket] == fewest_spaces(view, ticket)
    if view.board.technologies:
        names = [name for name, _ in view.board.technologies]
        assert [[names[i] for i in np.flatnonzero(row)] for row in named["owned"]] == [
            view.technologies_of(other) for other in order
        ]
        assert named["copies"].tolist() == [view.copies.get(name, 0) for name in names]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_observation_equals_the_view(name: str, players: int) -> None:
    games = games_of(name, players, seed=3)
    for number, table in enumerate(random_play(games, np.random.default_rng(3))):
        if number % 7 == 0:
            check_observation(games, table.turn)
            check_observation(games, (table.turn + 1) % players)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_cached_distances_equal_recomputed_ones(name: str, players: int) -> None:
    games = games_of(name, players, seed=6)
    fresh = games_of(name, players, seed=0)
    for number, table in enumerate(random_play(games, np.random.default_rng(6))):
        fresh.states[:] = games.states
        for seat in range(players) if number % 5 == 0 else [table.turn]:
            fresh.distances[:] = 0
            assert games.observe(0, seat).tolist() == fresh.observe(0, seat).tolist()


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("optional", [False, True])
def test_an_observation_contains_nothing_beyond_the_view(name: str, players: int, optional: bool) -> None:
    options = tuple(option for option in ("advanced", "single_draw") if option in board_of(name).spec.options)
    options = options if optional else ()
    games = games_of(name, players, seed=4, options=options)
    other = games_of(name, players, seed=0, options=options)
    rng, redealt = Random(4), 0
    for number, table in enumerate(random_play(games, np.random.default_rng(4))):
        if number % 5:
            continue
        seat = number % players
        seen = games.observe(0, seat)
        view = games.view(seat)
        other.states[:] = view.record
        assert other.observe(0, seat).tolist() == seen.tolist()
        for world in (next(view.worlds(rng)) for _ in range(2)):
            other.set_state_bytes(world.to_bytes())
            redealt += any(
                other.states[0].hands[rival].tobytes() != games.states[0].hands[rival].tobytes()
                for rival in range(players)
                if rival != seat
            )
            assert other.observe(0, seat).tobytes() == seen.tobytes()
            if seat == table.turn:
                other.refresh()
                assert other.masks.tobytes() == games.masks.tobytes()
    assert redealt > 1  # other hands, and yet the same to this seat


@pytest.mark.parametrize("name", MAPS)
def test_the_row_of_a_step_is_the_observation_of_the_deciding_seat(name: str) -> None:
    games = games_of(name, MAPS[name].least, seed=5)
    for table in random_play(games, np.random.default_rng(5)):
        assert games.observations[0].tolist() == games.observe(0, table.turn).tolist()


def test_unseen_cards_are_those_of_the_deck_and_of_unknown_hands() -> None:
    games = games_of("usa", 3, seed=6)
    for table in random_play(games, np.random.default_rng(6)):
        named = games.encoding.layout.as_dict(games.observe(0, table.turn))
        unknown = sum(named["hand_counts"][1:]) - named["known"].sum()
        assert named["unseen"].sum() == table.deck_count + unknown
        assert games.encoding.packed[0].cards[WILD] >= named["unseen"][-1] >= 0


def named_arrays(formed: Formed) -> dict[str, Array]:
    return formed if isinstance(formed, dict) else {"all": formed}


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("form", FORMS)
def test_forms_take_one_observation_or_many(name: str, form: str) -> None:
    games = games_of(name, MAPS[name].least, seed=7)
    layout, one = games.encoding.layout, games.observations[0]
    single, many = named_arrays(layout.form(form, one)), named_arrays(layout.form(form, np.stack([one, one, one])))
    for part, value in single.items():
        assert many[part].shape == (3, *value.shape)
        assert np.array_equal(many[part][2], value)


def test_the_graph_has_a_row_for_every_city_and_route() -> None:
    games = games_of("london", 2, seed=8)
    layout = games.encoding.layout
    graph = layout.as_graph(games.observations[0])
    assert graph["nodes"].shape == (17, len(layout.node_features))
    assert graph["edges"].shape == (44, len(layout.edge_features))
    assert layout.edges.shape == (2, 44)
    ends = graph["nodes"][:, layout.node_features.index("ends of offered tickets")]
    offer = games.view(0).offer
    wanted = np.zeros(17)
    for ticket in offer:
        for city in games.board.tickets[ticket].a | games.board.tickets[ticket].b:
            wanted[city] += 1
    assert ends.tolist() == wanted.tolist()


def test_the_table_of_slices_can_be_printed() -> None:
    text = ObservationLayout(board_of("uk", 4)).text()
    assert "owned" in text
    assert "districts" not in text

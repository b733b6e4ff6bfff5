"""The players' colors, by computed difference: from spaces, from each other and from the ground, for every vision."""

from __future__ import annotations

from itertools import combinations

import pytest

from branchline.boards.drawing.colors import mixed
from branchline.boards.drawing.paint.symbols import OPEN_VEIL
from branchline.boards.drawing.signs import CARDS, PLAYER_SIGNS, card_signs
from branchline.boards.drawing.theme import Theme, themed
from branchline.boards.library import find_maps, load_map
from tests.drawing.color_difference import VISIONS, ciede2000, difference

BUILT_IN = [map_.name for map_ in find_maps() if map_.built_in]
DICHROMACIES = [vision for vision in VISIONS if vision != "full"]
PLAYERS = [sign.color for sign in PLAYER_SIGNS]
# A difference of 10 is told apart at a glance, 2 only side by side.
CLEAR, DISTINCT = 18.0, 12.0


def theme(name: str) -> Theme:
    map_ = load_map(name).spec
    return themed(map_.theme, list(map_.cards.colors))


def veiled(name: str) -> set[str]:
    """Return the colors of a map's unclaimed spaces once a route is claimed."""
    colors = list(load_map(name).spec.cards.colors)
    signs = card_signs(theme(name), colors)
    return {mixed(signs[color].color, theme(name).land, OPEN_VEIL) for color in [*colors, "gray"]}


# Pairs of the data that Sharma, Wu and Dalal published to test implementations of CIEDE2000.
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_agree_with_published_ones(
    first: tuple[float, float, float], second: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(first, second) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_claimed_route_differs_from_every_unclaimed_one(name: str) -> None:
    for player in PLAYERS:
        assert min(difference(player, space) for space in veiled(name)) >= CLEAR
        for vision in DICHROMACIES:
            assert min(difference(player, space, vision) for space in veiled(name)) >= DISTINCT, (player, vision)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_claimed_route_differs_from_the_ground(name: str) -> None:
    grounds = [theme(name).paper, *theme(name).grounds]
    for player in PLAYERS:
        for vision in VISIONS:
            assert min(difference(player, ground, vision) for ground in grounds) >= CLEAR, (player, vision)


def test_no_player_has_the_color_of_a_card() -> None:
    for player in PLAYERS:
        assert min(difference(player, color) for color, _, _ in CARDS.values()) >= 15, player


def test_no_two_players_look_alike() -> None:
    for first, second in combinations(PLAYERS, 2):
        assert difference(first, second) >= 1.5 * CLEAR, (first, second)
        for vision in DICHROMACIES:
            assert difference(first, second, vision) >= DISTINCT, (first, second, vision)

"""The pictures of the rules: each is on the page, describes itself, and shows what the rules say."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tools.rule_pictures.paint import board, map_file, route_number
from tools.rule_pictures.scenes import NETWORK, SCENES

DOCS = Path(__file__).parents[2] / "docs"


def test_the_rules_show_every_picture() -> None:
    shown = re.findall(r"\]\(pictures/rules/([\w-]+)\.svg\)", (DOCS / "rules.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(SCENES)


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_describes_itself_and_needs_nothing_else(name: str) -> None:
    made = SCENES[name]()
    root = ET.fromstring(made)
    assert len(root.attrib["aria-label"]) > 40
    # The site draws it again; what is in the repository may have an earlier look, but not another meaning.
    kept = ET.parse(DOCS / "pictures" / "rules" / f"{name}.svg").getroot()
    assert kept.attrib["aria-label"] == root.attrib["aria-label"], "run `make pictures`"
    assert "href" not in made.replace('href="#', "")


def test_a_second_track_is_closed_with_two_players_only() -> None:
    claims = {"Athlone–Dublin yellow": [0]}
    assert not map_file("routes").board(2).doubles_open
    assert map_file("routes").board(3).doubles_open
    assert board("routes", 2, claims).markup != board("routes", 3, claims).markup


def test_the_longest_path_of_the_picture_leaves_a_route_out() -> None:
    built = map_file("routes").board(2)
    claimed = [route_number(built, route) for route in NETWORK]
    path = built.longest_path_routes(claimed)
    assert set(path) < set(claimed)
    assert len(path) == len(set(path))
    assert sum(built.routes[route].length for route in path) == built.longest_path(claimed)


def test_the_districts_of_the_picture_are_completed() -> None:
    built = map_file("districts").board(2)
    ada = [route_number(built, route) for route in ("Galway–Limerick", "Limerick–Athlone")]
    assert [district.name for district in built.districts(ada)] == ["1"]
    blaise = built.districts([route_number(built, "Dundalk–Dublin")])
    assert [district.name for district in blaise] == ["2"]

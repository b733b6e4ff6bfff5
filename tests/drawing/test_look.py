"""The look: contrast, signs that do not need color, themes, positions, size and speed."""

from __future__ import annotations

import subprocess
import sys
import time
import xml.etree.ElementTree as ET

import msgspec
import pytest

from branchline.boards.draw import Geometry, PlayerMark, Position, TicketMark, geometry, png, svg
from branchline.boards.drawing import cache
from branchline.boards.drawing.colors import contrast
from branchline.boards.drawing.paint.signs import CARDS, PLAYERS, SPARE, hatches
from branchline.boards.drawing.theme import SHAPE_CONTRAST, TEXT_CONTRAST, Theme, themed
from branchline.boards.library import find_maps, load_map

BUILT_IN = [map_.name for map_ in find_maps() if map_.built_in]
SVG = "{http://www.w3.org/2000/svg}"


def board(name: str) -> Geometry:
    return geometry(load_map(name).spec)


def theme(name: str) -> Theme:
    map_ = load_map(name).spec
    return themed(map_.theme, list(map_.cards.colors))


def grounds(name: str) -> set[str]:
    """Every color that a label or a space can lie on."""
    tints = {shape.fill for layer in board(name).below for shape in layer.shapes if shape.fill != "none"}
    return tints | set(theme(name).grounds)


@pytest.mark.parametrize("name", BUILT_IN)
def test_text_can_be_read_on_every_ground(name: str) -> None:
    for city in board(name).cities:
        ink = city.lines[0].color
        if city.plate:
            assert contrast(ink, theme(name).ink) >= TEXT_CONTRAST
        else:
            assert min(contrast(ink, ground) for ground in grounds(name)) >= TEXT_CONTRAST, city.name


@pytest.mark.parametrize("name", BUILT_IN)
def test_spaces_stand_out_from_every_ground(name: str) -> None:
    edge = theme(name).ink  # every space has an edge of ink
    assert min(contrast(edge, ground) for ground in grounds(name)) >= SHAPE_CONTRAST
    for sign in board(name).signs.values():
        if sign.symbol:
            assert contrast(sign.ink, sign.color) >= SHAPE_CONTRAST, sign.name


@pytest.mark.parametrize("name", BUILT_IN)
def test_furniture_can_be_read(name: str) -> None:
    furniture = next(layer for layer in board(name).above if layer.name == "furniture")
    paper = [theme(name).paper, theme(name).accent, theme(name).ink]
    for words in furniture.words:
        assert max(contrast(words.color, ground) for ground in paper) >= TEXT_CONTRAST, words.text


def test_no_two_signs_share_a_symbol_or_a_hatch() -> None:
    cards = [sign for name, sign in CARDS.items() if name not in ("gray", "wild")]
    assert len({symbol for _, symbol, _ in cards}) == len(cards)
    assert len({hatch for _, _, hatch in cards}) == len(cards)
    assert len({symbol for _, _, symbol, _ in PLAYERS}) == len({hatch for *_, hatch in PLAYERS}) == len(PLAYERS)
    assert len({(symbol, hatch) for _, symbol, hatch in SPARE}) == len(SPARE)
    assert {hatch for _, _, hatch in [*cards, *SPARE]} <= set(hatches(40, 14))


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_board_is_small_and_quick_from_the_cache(name: str) -> None:
    first = board(name)
    start = time.process_time()
    drawing = svg(geometry(load_map(name).spec))
    assert time.process_time() - start < 0.5
    assert len(drawing.encode()) < 400_000
    assert drawing == svg(first)
    ET.fromstring(drawing)


def test_a_warm_drawing_needs_neither_numpy_nor_shapely() -> None:
    board(BUILT_IN[0])
    code = (
        "import sys; from branchline.boards.library import load_map; from branchline.boards.draw import geometry, svg; "
        f"svg(geometry(load_map({BUILT_IN[0]!r}).spec)); "
        "print([name for name in ('numpy', 'shapely', 'fontTools', 'numba') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_map_has_its_own_look(name: str) -> None:
    looks = [theme(other) for other in BUILT_IN]
    assert len({look.type for look in looks}) == len({look.frame for look in looks}) == len(BUILT_IN)
    words = [words.text for layer in board(name).above for words in layer.words]
    assert theme(name).subtitle in words


def test_an_svg_needs_no_fonts() -> None:
    assert "<text" not in svg(board(BUILT_IN[0]))


def test_letters_that_the_font_lacks_are_left_to_the_reader() -> None:
    map_ = load_map(BUILT_IN[0]).spec
    first = next(iter(map_.cities))
    city = msgspec.structs.replace(map_.cities[first], label="Москва")
    drawing = svg(geometry(msgspec.structs.replace(map_, cities=map_.cities | {first: city})))
    assert "Москва</text>" in drawing


def position(drawn: Geometry) -> Position:
    double = next(index for index, track in enumerate(drawn.tracks) if track.twin is not None)
    twin = drawn.tracks[double].twin
    assert twin is not None
    shared = next(index for index in range(len(drawn.tracks)) if index not in (double, twin))
    tickets = [TicketMark([0], [5], 7), TicketMark([1, 2], [3], 4, done=True)]
    players = [PlayerMark("Ada & Co", 0), PlayerMark("<Blaise>", 3)]
    return Position({double: [0], shared: [0, 1]}, [twin], players, tickets)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_position_shows_owners_closed_tracks_tickets_and_names(name: str) -> None:
    drawn = board(name)
    shown = position(drawn)
    root = ET.fromstring(svg(drawn, shown))
    held = {group.get("data-held"): group for group in root.iter(f"{SVG}g") if group.get("data-held")}
    assert set(held) == {str(index) for index in shown.held}
    shared = held[str(max(shown.held, key=lambda index: len(shown.held[index])))]
    assert {use.get("href") for use in shared.iter(f"{SVG}use")} >= {"#p0"}
    closed = next(group for group in root.iter(f"{SVG}g") if group.get("data-track") == str(shown.closed[0]))
    assert float(closed.get("opacity", "1")) < 0.5
    crosses = [use for use in root.iter(f"{SVG}use") if use.get("href") == "#x"]
    assert len(crosses) == drawn.tracks[shown.closed[0]].length
    labels = {group.get("aria-label") for group in root.iter(f"{SVG}g")}
    assert {"Ada & Co", "<Blaise>", "A · 7", "B · 4"} <= labels


def test_ferries_show_their_wilds() -> None:
    for name in BUILT_IN:
        for track in board(name).tracks:
            assert len(track.wilds) == track.ferry
            assert len(set(track.wilds)) == track.ferry


def test_png_without_a_browser() -> None:
    data = png(svg(board(BUILT_IN[0])), width=800)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 800


def test_geometry_travels_as_json() -> None:
    drawn = board(BUILT_IN[0])
    assert msgspec.json.decode(msgspec.json.encode(drawn), type=Geometry) == drawn


def test_a_broken_cache_is_drawn_over(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv(cache.FOLDER, str(tmp_path))
    from tests.drawing.random_maps import random_map

    map_ = random_map(2, cities=4)
    first = geometry(map_)
    file = cache.folder() / f"{cache.key(map_)}.json"
    file.write_bytes(b"{")
    assert geometry(map_) == first
    assert len(file.read_bytes()) > 100


def test_a_cache_that_cannot_be_written_costs_only_time(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    blocked = f"{tmp_path}/file"
    with open(blocked, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write("not a folder")
    monkeypatch.setenv(cache.FOLDER, blocked)
    from tests.drawing.random_maps import random_map

    assert geometry(random_map(2, cities=4)).overlaps == 0

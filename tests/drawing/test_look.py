"""The look of boards: contrast, signs that do not need color, themes, positions, size and speed."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import combinations
from statistics import median
from typing import TYPE_CHECKING

import msgspec
import pytest

from branchline.boards.build import build_board
from branchline.boards.draw import (
    Drawing,
    PlayerMark,
    Position,
    TicketMark,
    draw_into_package,
    drawing,
    ground_svg,
    labels_svg,
    png,
    svg,
)
from branchline.boards.drawing import cache, cache_folder, compose
from branchline.boards.drawing.colors import contrast
from branchline.boards.drawing.lettering.labels import label_sizes
from branchline.boards.drawing.paint.larger_labels import larger_labels
from branchline.boards.drawing.paint.sheets import LEGIBLE
from branchline.boards.drawing.signs import CARDS, PLAYER_SIGNS, SPARE, hatches
from branchline.boards.drawing.theme import SHAPE_CONTRAST, TEXT_CONTRAST, Theme, themed
from branchline.boards.format.schema import ROUTE_RULES
from branchline.boards.library import find_maps, load_map
from tests.drawing.shapes import covered_spaces, labels_on_tracks
from tools import player_signs

if TYPE_CHECKING:
    from pathlib import Path

BUILT_IN = [map_.name for map_ in find_maps() if map_.built_in]
SVG = "{http://www.w3.org/2000/svg}"


def drawn(name: str) -> Drawing:
    return drawing(load_map(name).spec)


def theme(name: str) -> Theme:
    map_ = load_map(name).spec
    return themed(map_.theme, list(map_.cards.colors))


def grounds(name: str) -> set[str]:
    """Return every color that a label or a space can lie on."""
    tints = {shape.fill for layer in drawn(name).below for shape in layer.shapes if shape.fill != "none"}
    return tints | set(theme(name).grounds)


@pytest.mark.parametrize("name", BUILT_IN)
def test_text_can_be_read_on_every_ground(name: str) -> None:
    for label in drawn(name).labels:
        line = label.lines[0]
        if label.plate:
            assert contrast(line.color, theme(name).ink) >= TEXT_CONTRAST
        else:
            assert min(contrast(line.color, ground) for ground in grounds(name)) >= TEXT_CONTRAST, line.text


@pytest.mark.parametrize("name", BUILT_IN)
def test_spaces_stand_out_from_every_ground(name: str) -> None:
    edge = theme(name).ink  # every space has an edge of ink
    assert min(contrast(edge, ground) for ground in grounds(name)) >= SHAPE_CONTRAST
    for sign in drawn(name).geometry.signs.values():
        if sign.symbol:
            assert contrast(sign.ink, sign.color) >= SHAPE_CONTRAST, sign.name


@pytest.mark.parametrize("name", BUILT_IN)
def test_furniture_can_be_read(name: str) -> None:
    furniture = next(layer for layer in drawn(name).above if layer.name == "furniture")
    paper = [theme(name).paper, theme(name).accent, theme(name).ink]
    for line in furniture.lines:
        assert max(contrast(line.color, ground) for ground in paper) >= TEXT_CONTRAST, line.text


def test_no_two_card_colors_share_a_symbol_or_a_hatch() -> None:
    cards = [sign for name, sign in CARDS.items() if name not in ("gray", "wild")]
    assert len({symbol for _, symbol, _ in cards}) == len(cards)
    assert len({hatch for _, _, hatch in cards}) == len(cards)
    assert len({(symbol, hatch) for _, symbol, hatch in SPARE}) == len(SPARE)
    assert {hatch for _, _, hatch in [*cards, *SPARE]} <= set(hatches(40, 14))


def test_no_two_players_share_a_symbol_and_every_symbol_can_be_seen() -> None:
    assert len({sign.symbol for sign in PLAYER_SIGNS}) == len(PLAYER_SIGNS)
    for sign in PLAYER_SIGNS:
        assert contrast(sign.ink, sign.color) >= SHAPE_CONTRAST, sign.name
        assert contrast(sign.edge, "#fffdf5") >= TEXT_CONTRAST, sign.name


def test_the_page_has_the_players_signs() -> None:
    assert player_signs.FILE.read_bytes() == player_signs.content(), "run python -m tools.player_signs"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_board_is_small_and_the_same_from_the_cache(name: str) -> None:
    first = drawn(name)
    document = svg(drawing(load_map(name).spec))
    assert len(document.encode()) < 400_000
    assert document == svg(first)
    ET.fromstring(document)


def test_a_warm_drawing_needs_neither_numpy_nor_shapely() -> None:
    drawn(BUILT_IN[0])
    code = (
        "import sys; from branchline.boards.library import load_map; from branchline.boards.draw import drawing, svg; "
        f"svg(drawing(load_map({BUILT_IN[0]!r}).spec)); "
        "print([name for name in ('numpy', 'shapely', 'fontTools', 'numba') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_map_has_its_own_look(name: str) -> None:
    looks = [theme(other) for other in BUILT_IN]
    assert len({look.type for look in looks}) == len({look.frame for look in looks}) == len(BUILT_IN)
    assert theme(name).subtitle in [line.text for layer in drawn(name).above for line in layer.lines]


def test_an_svg_needs_no_fonts() -> None:
    assert "<text" not in svg(drawn(BUILT_IN[0]))


# ---- larger labels for small screens -------------------------------------------------------------
def meet(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    (left, top, width, height), (x, y, w, h) = first, second
    return left + width > x + 0.2 and x + w > left + 0.2 and top + height > y + 0.2 and y + h > top + 0.2


@pytest.mark.parametrize("name", BUILT_IN)
def test_larger_labels_cover_neither_each_other_nor_cities_nor_furniture(name: str) -> None:
    board = drawn(name)
    for size in board.geometry.label_sizes[1:]:
        scale = size / board.geometry.label_sizes[0]
        found = larger_labels(board, size)
        sizes = [label.lines[0].size / plain.lines[0].size for label, plain in zip(found, board.labels, strict=True)]
        assert min(sizes) >= 1
        assert median(sizes) >= 0.87 * scale
        boxes = [label.box for label in found]
        assert [pair for pair in combinations(boxes, 2) if meet(*pair)] == []
        plain = [label.box for label in board.labels]
        moved = [box for box, before in zip(boxes, plain, strict=True) if box != before]
        assert [(box, other) for box in moved for other in board.furniture if meet(box, other)] == []
        for city, (left, top, width, height) in enumerate(boxes):
            for other, mark in enumerate(board.geometry.cities):
                inside = left < mark.x < left + width and top < mark.y < top + height
                assert other == city or not inside, (mark.name, found[city].lines[0].text)


@pytest.mark.parametrize("name", BUILT_IN)
def test_larger_labels_cover_no_track_and_most_can_be_read(name: str) -> None:
    board = drawn(name)
    for number, size in enumerate(board.geometry.label_sizes[1:], 1):
        labels = larger_labels(board, size)
        assert covered_spaces(board, labels) == labels_on_tracks(msgspec.structs.replace(board, labels=labels)) == []
        small = [city for city, label in enumerate(labels) if label.lines[0].size < LEGIBLE * size]
        assert len(small) <= 0.25 * len(labels)
        told = re.findall('<g class="city"( data-small="[^"]*")?', labels_svg(board, number))
        assert [city for city, box in enumerate(told) if box] == small


@pytest.mark.parametrize("name", BUILT_IN)
def test_larger_labels_leave_the_names_of_seas_and_rivers_readable(name: str) -> None:
    board = drawn(name)
    names = [line for layer in board.below if layer.name == "names" for line in layer.lines]
    middles = [line.path[len(line.path) // 2] if line.path else (line.x, line.y) for line in names]
    sizes = board.geometry.label_sizes
    for size in sizes[1:2]:
        boxes = [label.box for label in larger_labels(board, size)]
        for line, (x, y) in zip(names, middles, strict=True):
            assert not any(left < x < left + width and top < y < top + height for left, top, width, height in boxes), (
                line.text
            )


def test_larger_labels_have_a_wider_halo_than_others_for_they_may_lie_beside_pieces() -> None:
    widths = [
        set(re.findall(r'stroke-width="(\d+)" stroke-linejoin', labels_svg(drawn("london"), size))) for size in (0, 1)
    ]
    assert widths == [{"170"}, {"270"}]


def test_labels_are_no_larger_than_a_phone_needs() -> None:
    assert label_sizes(1200, 800, 10) == [10, 14, 19], "at most nearly twice as large"
    assert label_sizes(1200, 800, 25) == [25, 32.69], "readable before the medium size"
    assert label_sizes(1200, 800, 40) == [40], "readable already"


# ---- sheets and symbols ------------------------------------------------------------------------
def parts(document: str) -> tuple[dict[str, str], list[str]]:
    """Return the definitions of a document by id, and the elements of its body."""
    root = ET.fromstring(document)
    first, *body = list(root)
    definitions = {part.get("id", ""): ET.tostring(part, encoding="unicode") for part in first}
    return definitions, [ET.tostring(part, encoding="unicode") for part in body]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_picture_is_made_of_the_sheets_that_the_page_shows(name: str) -> None:
    ground, labels, whole = (parts(paint(drawn(name))) for paint in (ground_svg, labels_svg, svg))
    assert whole[1] == [*ground[1], *labels[1]]
    assert whole[0] == ground[0] | labels[0]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_position_lies_between_the_sheets_and_uses_the_symbols_of_the_page(name: str) -> None:
    board = drawn(name)
    ground, labels = parts(ground_svg(board)), parts(labels_svg(board))
    definitions, body = parts(svg(board, position(name)))
    count = len(ground[1])
    assert body[:count] == ground[1]
    start = body.index(labels[1][0])
    assert body[start : start + len(labels[1])] == labels[1]
    for symbol in ("shadow", "veil", "base-navy", "piece-navy", "badge-navy"):
        element = f'<g xmlns="{SVG[1:-1]}" id="{symbol}">{board.geometry.symbols[symbol]}</g>'
        assert ET.tostring(ET.fromstring(element), encoding="unicode") == definitions[symbol]


# ---- positions ---------------------------------------------------------------------------------
def position(name: str) -> Position:
    spec = load_map(name).spec
    routes = build_board(name, spec, spec.players.least).routes
    double = next(route for route in routes if route.twin is not None)
    assert double.twin is not None
    shared = next(route.index for route in routes if route.index not in (double.index, double.twin))
    tickets = [TicketMark([0], [5], 7), TicketMark([1, 2], [3], 4, done=True)]
    players = [PlayerMark("Ada & Co", 0), PlayerMark("<Blaise>", 3)]
    return Position({double.index: [0], shared: [0, 1]}, [double.twin], players, tickets)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_position_shows_owners_closed_routes_tickets_and_names(name: str) -> None:
    board, shown = drawn(name), position(name)
    root = ET.fromstring(svg(board, shown))
    held = {group.get("data-held"): group for group in root.iter(f"{SVG}g") if group.get("data-held")}
    assert set(held) == {str(index) for index in shown.held}
    shared = max(shown.held, key=lambda index: len(shown.held[index]))
    used = {use.get("href") for use in held[str(shared)].iter(f"{SVG}use")}
    owners = {"#piece-navy", "#piece-copper"} if len(board.geometry.routes[shared].spaces) > 1 else {"#piece-navy"}
    assert {name for name in used if name and name.startswith("#piece-")} == owners
    routes, style = board.geometry.routes, board.geometry.claim
    veils = {group.get("fill-opacity"): list(group) for group in root.iter(f"{SVG}g") if group.get("class") == "veil"}
    assert len(veils[str(style.closed_veil)]) == len(routes[shown.closed[0]].spaces)
    unclaimed = [route for index, route in enumerate(routes) if index not in {*shown.held, *shown.closed}]
    assert len(veils[str(style.open_veil)]) == sum(len(route.spaces) for route in unclaimed)
    labels = {group.get("aria-label") for group in root.iter(f"{SVG}g")}
    assert {"Ada & Co", "<Blaise>", "A · 7", "B · 4"} <= labels


def test_ferries_show_their_wilds() -> None:
    for name in BUILT_IN:
        for track, route in zip(load_map(name).spec.routes.tracks, drawn(name).geometry.routes, strict=True):
            assert len(route.wilds) == len(set(route.wilds)) == track.extras.ferry


def test_every_rule_of_single_routes_has_a_symbol_on_its_spaces() -> None:
    geometry = drawn(BUILT_IN[0]).geometry
    assert {f"rule-{rule}" for rule in ROUTE_RULES} <= set(geometry.symbols)


def test_png_without_a_browser() -> None:
    data = png(svg(drawn(BUILT_IN[0])), width=800)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 800


# ---- cache -------------------------------------------------------------------------------------
def test_a_drawing_travels_as_json() -> None:
    board = drawn(BUILT_IN[0])
    assert msgspec.json.decode(msgspec.json.encode(board), type=Drawing) == board


def test_data_is_unpacked_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(cache_folder.FOLDER, str(tmp_path))
    unpacked = []

    def unpack(data: bytes) -> bytes:
        unpacked.append(data)
        return data * 2

    assert [cache_folder.unpacked("numbers", data, unpack) for data in (b"1", b"1", b"2")] == [b"11", b"11", b"22"]
    assert unpacked == [b"1", b"2"]


def test_a_damaged_cache_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv(cache_folder.FOLDER, str(tmp_path))
    from tests.drawing.random_maps import random_map

    map_ = random_map(2, cities=4)
    first = drawing(map_)
    file = cache_folder.cache_folder() / f"{cache.key(map_)}.json"
    file.write_bytes(b"{")
    assert drawing(map_) == first
    assert len(file.read_bytes()) > 100


def test_a_built_in_map_is_read_from_the_package_and_not_composed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(cache_folder.FOLDER, str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "PACKAGED", tmp_path / "package")
    map_ = load_map("mini").spec
    outdated = tmp_path / "package" / "outdated.json"
    outdated.parent.mkdir()
    outdated.touch()
    draw_into_package([map_])
    monkeypatch.delenv(cache_folder.FOLDER)
    monkeypatch.setattr(compose, "built", lambda *_: pytest.fail("composed again"))
    assert drawing(map_).name == map_.about.name
    assert [file.stem for file in (tmp_path / "package").iterdir()] == [cache.key(map_)]


def test_a_cache_that_cannot_be_written_costs_only_time(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    blocked = f"{tmp_path}/file"
    with open(blocked, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write("not a folder")
    monkeypatch.setenv(cache_folder.FOLDER, blocked)
    from tests.drawing.random_maps import random_map

    assert drawing(random_map(2, cities=4)).overlaps == 0

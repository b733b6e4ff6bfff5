"""Every script is lettered correctly and with outlines alone, and what cannot be lettered is reported by name."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from fontTools.ttLib import TTFont

from branchline.boards.draw import faults, svg
from branchline.boards.drawing import compose
from branchline.boards.drawing.lettering import font_files
from branchline.boards.drawing.lettering.families import TYPES
from branchline.boards.drawing.lettering.page_fonts import page_fonts
from branchline.boards.drawing.lettering.shaping import Lettering, unset_letters
from tests.drawing.random_maps import random_map

if TYPE_CHECKING:
    from branchline.boards.format import schema

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {
    "Latin": "Łódź", "Turkish": "İstanbul", "Romanian": "București", "Vietnamese": "Hà Nội", "Greek": "Θεσσαλονίκη",
    "Cyrillic": "Владивосток", "Arabic": "القاهرة", "Hebrew": "ירושלים", "Devanagari": "दिल्ली", "Thai": "กรุงเทพ",
    "Bengali": "ঢাকা", "Tamil": "சென்னை", "Georgian": "თბილისი", "Armenian": "Երևան", "Ethiopic": "አዲስ አበባ",
    "Japanese": "東京 つくば", "Korean": "서울", "Chinese": "北京", "traditional Chinese": "臺灣", "Khmer": "ភ្នំពេញ",
}  # fmt: skip


def lettering(text: str, type_: str = "poster") -> Lettering:
    return Lettering(type_, {"label": [text], "title": [text]})


def renamed(name: str) -> schema.Map:
    """Return a small map whose first city has another name."""
    map_ = random_map(5, cities=4)
    first, *_ = map_.cities
    city = msgspec.structs.replace(map_.cities[first], label=name)
    return msgspec.structs.replace(map_, cities=map_.cities | {first: city})


@pytest.fixture
def without_archives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letter as a package that was built without a network does."""
    monkeypatch.setattr(font_files, "ARCHIVES", ())


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_every_script_can_be_lettered_in_every_type(name: str, type_: str) -> None:
    assert unset_letters(type_, name) is None
    for role in ("label", "title"):
        assert lettering(name, type_).set(role, name).glyphs


def test_names_in_any_script_are_outlines_on_the_board() -> None:
    document = svg(compose.built(renamed("ភ្នំពេញ")))
    assert "<text" not in document
    root = ET.fromstring(document)
    (label,) = (group for group in root.iter(f"{SVG}g") if group.get("aria-label") == "ភ្នំពេញ")
    defined = {element.get("id") for element in root.iter(f"{SVG}path")}
    used = {str(use.get("href")).removeprefix("#") for use in label.iter(f"{SVG}use")}
    assert used
    assert used <= defined


def test_arabic_runs_from_right_to_left_and_its_letters_are_joined() -> None:
    two, one = (lettering("بب").set("label", text) for text in ("بب", "ب"))
    assert two.width < 2 * one.width
    mixed = lettering("القاهرة 26")
    set_name = mixed.set("label", "القاهرة 26")
    digit = mixed.set("label", "2").glyphs[0].outline
    assert min(set_name.glyphs, key=lambda glyph: glyph.x).outline == digit


def test_joined_letters_are_not_spaced() -> None:
    assert lettering("القاهرة").set("title", "القاهرة").letters == 1
    assert lettering("Cairo").set("title", "Cairo").letters == 5


def test_one_alphabet_has_one_font_on_a_board() -> None:
    plain = Lettering("poster", {"label": ["Hue"]}).set("label", "Hue")
    beside = Lettering("poster", {"label": ["Hue", "Hà Nội"]}).set("label", "Hue")
    assert plain.width != beside.width
    assert Lettering("poster", {"label": ["Hue", "Łódź"]}).set("label", "Hue").width == plain.width


def test_han_characters_have_the_forms_of_the_language_of_the_map() -> None:
    japanese = Lettering("plain", {"label": ["直方", "つくば"]})
    chinese = Lettering("plain", {"label": ["直方", "北京"]})
    for each in (japanese, chinese):
        each.set("label", "直")
    assert set(japanese.outlines.values()).isdisjoint(chinese.outlines.values())


def test_a_tall_script_has_room_for_its_letters() -> None:
    name = "ភ្នំពេញ"
    board = compose.built(renamed(name))
    made = board.texts["label"][name]
    label = next(label for label in board.labels if label.lines[0].text == name)
    line = label.lines[0]
    top, bottom = line.y - made.above * line.size, line.y + made.below * line.size
    assert label.box[1] - 0.1 * line.size <= top
    assert bottom <= label.box[1] + label.box[3] + 0.1 * line.size


def test_letters_without_a_font_are_boxes_and_reported_by_name() -> None:
    name = "Pylos 𐀀𐀁"
    board = compose.built(renamed(name))
    assert [glyph.outline for glyph in board.texts["label"][name].glyphs].count("box") == 2
    (fault,) = faults(renamed(name))
    assert fault.message == f'"{name}" cannot be lettered: no font has its Linear B letters "𐀀𐀁".'


def test_an_emoji_is_reported_as_what_it_is() -> None:
    (fault,) = faults(renamed("Gare 🚂"))
    assert fault.message == '"Gare 🚂" cannot be lettered: no font has "🚂".'
    assert fault.fix == "Leave them out."


@pytest.mark.usefixtures("without_archives")
def test_missing_fonts_are_reported_with_what_fetches_them() -> None:
    (fault,) = faults(renamed("東京"))
    assert fault.message == '"東京" cannot be lettered: no font has its Han letters "東京".'
    assert fault.fix == "`make fonts` fetches fonts for them."


@pytest.mark.usefixtures("without_archives")
@pytest.mark.parametrize("type_", TYPES)
def test_western_names_need_no_archive(type_: str) -> None:
    assert unset_letters(type_, "Montréal–Québec 5×") is None


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_page_gets_small_fonts_for_the_letters_that_it_lacks(name: str) -> None:
    fonts = page_fonts([name, "Paris"]).fonts
    lacking = {letter for letter in name if not letter.isspace() and ord(letter) > 0xFF}
    for font in fonts:
        opened = TTFont(BytesIO(font.data))
        assert set(map(ord, font.letters)) <= set(opened.getBestCmap())
        assert opened.flavor == "woff2"
    # Letters of parts that the page's own fonts have need no other font.
    assert lacking - set("Łźİșừàộ") <= {letter for font in fonts for letter in font.letters}
    assert sum(len(font.data) for font in fonts) < 60_000


def test_joined_letters_of_a_page_font_keep_their_forms() -> None:
    (font,) = page_fonts(["القاهرة"]).fonts
    assert {"init", "medi", "fina"} <= {
        record.FeatureTag for record in TTFont(BytesIO(font.data))["GSUB"].table.FeatureList.FeatureRecord
    }


def test_every_archive_lists_its_licensed_packages() -> None:
    listed = msgspec.json.decode((font_files.FOLDER / "packages.json").read_bytes())
    readme = Path(font_files.FOLDER / "README.md").read_text(encoding="utf-8")
    for row in (row for rows in listed.values() for row in rows):
        family = row["family"]
        assert family in readme or (family.startswith("Noto Sans") and "Noto Sans" in readme), family

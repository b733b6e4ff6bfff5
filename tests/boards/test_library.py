"""Maps are found by name, in the user's own folders, and by path."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.boards.format.starter import StarterError, write_starter
from branchline.boards.library import (
    FOLDERS,
    BrokenMapError,
    UnreadableMapError,
    find_map,
    find_maps,
    folders,
    load_map,
)
from branchline.names import UnknownNameError

from .valid_map import VALID_MAP, edited


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv(FOLDERS, raising=False)
    monkeypatch.chdir(tmp_path)


def put(path: Path, text: str = VALID_MAP) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_built_in_maps_come_first() -> None:
    assert [map_.name for map_ in find_maps()] == ["london", "mini", "paris", "uk", "usa"]
    assert all(map_.built_in for map_ in find_maps())


@pytest.mark.parametrize("name", ["usa", "USA", "U.S.A."])
def test_a_map_is_found_without_regard_to_case_and_punctuation(name: str) -> None:
    assert load_map(name).name == "usa"


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r'There is no map "lodnon"\. Did you mean "london"\?'):
        load_map("lodnon")
    with pytest.raises(UnknownNameError, match="Known: london, mini, paris, uk, usa"):
        load_map("atlantis")


def test_a_file_in_the_current_folder_is_suggested(tmp_path: Path) -> None:
    put(tmp_path / "my_town.toml")
    with pytest.raises(UnknownNameError, match=r'Did you mean "my_town.toml"\?'):
        load_map("my_town")


def test_other_toml_files_of_the_current_folder_are_not_listed(tmp_path: Path) -> None:
    put(tmp_path / "pyproject.toml", "[project]\nname = 'routes'\n")
    (tmp_path / "binary.toml").write_bytes(b"[cities]\nA = \xff\n")
    put(tmp_path / "my_town.toml", f"{VALID_MAP}\n[typo]\n")
    with pytest.raises(UnknownNameError, match=r"Known: london, mini, paris, uk, usa, my_town\.toml\.$"):
        load_map("atlantis")


@pytest.mark.parametrize("as_path", [str, Path])
def test_a_path_can_be_given_instead_of_a_name(tmp_path: Path, as_path: type[str | Path]) -> None:
    path = put(tmp_path / "deep" / "my_town.toml")
    map_ = load_map(as_path(path))
    assert (map_.name, map_.spec.about.name, map_.built_in) == ("my_town", "Four Corners", False)


def test_maps_in_the_data_folder_are_listed(tmp_path: Path) -> None:
    put(folders()[0] / "my_town.toml")
    assert folders()[0].is_relative_to(tmp_path)
    assert find_maps()[-1].name == "my_town"
    assert load_map("My Town").spec.about.name == "Four Corners"


def test_maps_in_more_folders_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "one" / "a.toml")
    put(tmp_path / "two" / "b.toml")
    put(tmp_path / "two" / "notes.txt")
    monkeypatch.setenv(FOLDERS, f"{tmp_path / 'one'}:{tmp_path / 'two'}:{tmp_path / 'missing'}:")
    assert [map_.name for map_ in find_maps()][5:] == ["a", "b"]


def test_no_file_can_replace_a_built_in_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = put(tmp_path / "mine" / "usa.toml")
    monkeypatch.setenv(FOLDERS, str(mine.parent))
    assert load_map("usa").built_in
    assert find_maps()[-1].name == str(mine)
    assert load_map(find_maps()[-1].name).spec.about.name == "Four Corners"


def test_a_missing_file_is_reported_with_a_similar_one_beside_it(tmp_path: Path) -> None:
    put(tmp_path / "my_town.toml")
    with pytest.raises(UnreadableMapError, match=r'There is no file my_twon.toml\. Did you mean "my_town.toml"\?'):
        load_map("my_twon.toml")
    with pytest.raises(UnreadableMapError, match=r"There is no file nowhere/x.toml\."):
        load_map("nowhere/x.toml")


def test_a_folder_cannot_be_read_as_a_map(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(UnreadableMapError, match=r"folder.toml cannot be read: Is a directory\."):
        load_map("folder.toml")


def test_a_file_that_is_not_text_is_reported_with_the_byte(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(UnreadableMapError, match=r"bad.toml is not UTF-8 text \(at byte 8\): save it as UTF-8\."):
        load_map("bad.toml")


def test_a_name_with_a_null_character_cannot_be_read() -> None:
    with pytest.raises(UnreadableMapError, match="cannot be read"):
        load_map("a\0b.toml")


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "windows.toml").write_bytes(b"\xef\xbb\xbf" + VALID_MAP.replace("\n", "\r\n").encode())
    assert load_map("windows.toml").spec.about.name == "Four Corners"


def test_a_broken_map_is_refused_with_every_problem(tmp_path: Path) -> None:
    put(tmp_path / "broken.toml", edited(("pieces = 12", "pieces = 0"), ('3, "red"]', '3, "rde"]')))
    with pytest.raises(BrokenMapError) as caught:
        load_map("broken.toml")
    assert "`pieces` is 0" in str(caught.value)
    assert 'There is no color "rde"' in str(caught.value)


def test_finding_a_map_does_not_read_it() -> None:
    assert find_map("nowhere.toml").name == "nowhere"


def test_a_starter_map_is_playable_under_its_name(tmp_path: Path) -> None:
    path = write_starter(tmp_path / "north_coast")
    assert path == tmp_path / "north_coast.toml"
    map_ = load_map(path)
    assert map_.spec.about.name == "North Coast"
    assert map_.spec.about.origin == "yours"
    assert map_.board(4).players == 4


def test_a_starter_map_never_overwrites_a_file(tmp_path: Path) -> None:
    path = put(tmp_path / "mine.toml", "precious")
    with pytest.raises(StarterError, match="already exists: choose another name"):
        write_starter(tmp_path / "mine")
    assert path.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("name", ["", "..", "!!!", "x" * 41, "a\nb"])
def test_a_starter_map_needs_a_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(StarterError, match="cannot be the name of a map"):
        write_starter(tmp_path / ".." / name if name == ".." else Path(name))


def test_a_starter_map_in_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(StarterError, match="cannot be written: No such file or directory"):
        write_starter(tmp_path / "nowhere" / "mine")


def test_quotes_in_a_starter_maps_name_are_kept(tmp_path: Path) -> None:
    assert load_map(write_starter(tmp_path / 'the "old" town')).spec.about.name == 'The "old" Town'


def test_an_unchanged_map_is_read_once_and_a_changed_one_again(tmp_path: Path) -> None:
    path = put(tmp_path / "town.toml")
    first = load_map(path)
    assert load_map(path) is first
    assert load_map(path).board(2) is first.board(2)
    put(path, VALID_MAP.replace("pieces = 12", "pieces = 13"))
    assert load_map(path).spec.players.pieces != first.spec.players.pieces


def test_boards_of_other_players_or_options_are_other_boards() -> None:
    usa = load_map("usa")
    assert usa.board(2) is not usa.board(3)
    assert usa.board(2, ["single_draw"]).options == {"single_draw"}
    assert usa.board(2).options == set()

"""The log is the game: undo, replay and saves give the same bytes again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import branchline as bl
from branchline.engine.errors import BrokenSave
from branchline.engine.game import parse_save
from branchline.engine.saves import save_text
from tests.oracle.policies import POLICIES
from tests.property.reached import LONGEST, games, play_on

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.engine.game import Game


pytestmark = pytest.mark.no_cover  # many games: they add volume, not lines


@settings(max_examples=60)
@given(games(), st.sampled_from(sorted(POLICIES)), st.integers(0, 2**32))
def test_undo_takes_back_what_play_did(game: Game, policy: str, seed: int) -> None:
    assume(not game.over)
    before, log = game.to_bytes(), list(game.log)
    play_on(game, 1, policy, seed)
    played = game.log[-1]
    assert game.code_of(game.undo()) == played
    assert (game.to_bytes(), game.log) == (before, log)


@settings(max_examples=20)
@given(games(most=60))
def test_undo_goes_back_to_the_start_and_no_further(game: Game) -> None:
    fresh = bl.Game(game.board, game.key)
    while game.log:
        game.undo()
    assert game.to_bytes() == fresh.to_bytes()
    with pytest.raises(bl.BranchlineError, match="nothing to undo"):
        game.undo()


@settings(max_examples=40)
@given(games(), st.integers(0, 5), st.integers(0, 5), st.integers(0, 2**32))
def test_a_redealt_game_replays_undoes_and_saves_to_the_same_bytes(game: Game, back: int, on: int, seed: int) -> None:
    for _ in range(min(back, len(game.log))):
        game.undo()
    game.redeal()
    dealt = game.to_bytes()
    play_on(game, on, seed=seed)
    again = game.at_start()
    for _ in game.log:
        again.play_next(game)
    redealt_last = len(game.log) in game.redeals
    assert redealt_last or again.to_bytes() == game.to_bytes()
    loaded, twin = parse_save(save_text(game)).game, game.copy()
    assert loaded.to_bytes() == twin.to_bytes() == game.to_bytes()
    assert (loaded.redeals, twin.redeals) == (game.redeals, game.redeals)
    assert save_text(loaded) == save_text(game)
    while len(game.log) > max(game.redeals):
        game.undo()
    assert game.to_bytes() == dealt


@settings(max_examples=40)
@given(games())
def test_a_redeal_changes_only_what_nobody_has_seen(game: Game) -> None:
    before = [game.view(seat).to_bytes() for seat in [None, *range(game.players)]]
    queue = sorted(game.records[0].queue.tolist())
    game.redeal()
    assert [game.view(seat).to_bytes() for seat in [None, *range(game.players)]] == before
    assert sorted(game.records[0].queue.tolist()) == queue


def test_each_redeal_draws_other_cards_and_tickets() -> None:
    game = bl.new_game("usa", players=2, seed=1)
    _ = game.play("keep 1 2"), game.play("keep 1 2")
    drawn, offered = set(), set()
    for _ in range(12):
        game.redeal()
        twin = game.copy()
        twin.play("tickets")
        offered.add(tuple(twin.offer_of(0)))
        twin = game.copy()
        twin.play("draw deck")
        twin.play("draw deck")
        drawn.add(tuple(sorted(twin.hand(0).items())))
    assert len(offered) == 12
    assert len(drawn) > 6


def test_redeals_in_a_save_are_numbered_in_order() -> None:
    game = bl.new_game("london", players=2, seed=1)
    game.redeal()
    text = save_text(game)
    assert text.startswith("Branchline game 2\n")
    for number in ("0", "-1", "one", "9" * 1000):
        with pytest.raises(BrokenSave, match="line 10: redeals are numbered"):
            parse_save(text.replace("redeal 1", f"redeal {number}"))


@settings(max_examples=40)
@given(games())
def test_a_replay_gives_the_same_bytes(game: Game) -> None:
    again = bl.Game(game.board, game.key)
    for code in game.log:
        again.play(code)
    assert again.to_bytes() == game.to_bytes()
    assert len(list(game.replay())) == len(game.log) + 1


@settings(max_examples=20)
@given(games())
def test_the_same_seed_gives_the_same_events(game: Game) -> None:
    first, second = (list(game.replay()) for _ in range(2))
    assert first == second
    assert first[0][1] == game.opening


@settings(max_examples=40)
@given(games(), st.integers(0, 2**32))
def test_a_copy_goes_its_own_way(game: Game, seed: int) -> None:
    before, twin = game.to_bytes(), game.copy()
    assert twin.to_bytes() == before
    play_on(twin, 5, seed=seed)
    assert game.to_bytes() == before
    play_on(game, 5, seed=seed)
    assert twin.to_bytes() == game.to_bytes()


@settings(max_examples=40)
@given(games(), st.booleans())
def test_a_save_comes_back_whole(game: Game, to_the_end: bool) -> None:
    play_on(game, LONGEST if to_the_end else 0)
    loaded = parse_save(save_text(game)).game
    assert loaded.to_bytes() == game.to_bytes()
    assert (loaded.log, loaded.names, loaded.key) == (game.log, game.names, game.key)
    assert save_text(loaded) == save_text(game)


@settings(max_examples=80)
@given(games(most=80), st.data())
def test_a_changed_save_is_refused_with_its_line(game: Game, data: st.DataObject) -> None:
    lines = save_text(game).splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    what = data.draw(st.sampled_from(["cut", "dropped", "doubled", "changed"]))
    changed = {
        "cut": lines[:number],
        "dropped": lines[:number] + lines[number + 1 :],
        "doubled": lines[: number + 1] + lines[number:],
        "changed": [*lines[:number], lines[number][:-1] + "~", *lines[number + 1 :]],
    }[what]
    assume("".join(changed) != "".join(lines))
    with pytest.raises(BrokenSave, match=r"line \d+: .") as caught:
        parse_save("\n".join(changed) + "\n")
    line = re.search(r"line (\d+)", str(caught.value))
    assert line
    assert 1 <= int(line[1]) <= len(changed) + 1


@settings(max_examples=100)
@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_a_foreign_text_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(BrokenSave, match="line 1"):
        parse_save(text)


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"", b"PK\x03\x04", b"Branchline game 1", b"Branchline game 9\n"])
def test_a_foreign_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "foreign.branchline"
    path.write_bytes(data)
    with pytest.raises(BrokenSave, match=r"line \d"):
        bl.Game.load(path)


def test_a_missing_file_a_folder_and_a_huge_file_are_refused(tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    huge.write_bytes(b"x" * 4_000_001)
    for path, reason in ((tmp_path / "none", "No such file"), (tmp_path, "directory"), (huge, "larger")):
        with pytest.raises(BrokenSave, match=reason):
            bl.Game.load(path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rules", "99"),
        ("rules", ""),
        ("map", "atlantis 00"),
        ("map", "usa 00"),
        ("players", "x"),
        ("players", "9"),
        ("options", "flying"),
        ("names", "only one"),
        ("names", "a | b | c"),
        ("seed", "zz"),
        ("seed", "00" * 32),
        ("commitment", "00"),
    ],
)
def test_a_wrong_header_names_its_own_line(field: str, value: str) -> None:
    lines = save_text(bl.new_game("london", seed=1)).splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith(f"{field}:"))
    lines[number] = f"{field}: {value}"
    at_fault = number if field != "seed" or value == "zz" else number + 1  # a seed of another game breaks its promise
    with pytest.raises(BrokenSave, match=rf"line {at_fault + 1}: "):
        parse_save("\n".join(lines))


def test_a_save_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    game = bl.new_game("london", seed=1)
    game.save(tmp_path / "game.branchline")
    assert [path.name for path in tmp_path.iterdir()] == ["game.branchline"]
    with pytest.raises(bl.BranchlineError, match="Cannot write"):
        game.save(tmp_path / "no such folder" / "game.branchline")
    with pytest.raises(bl.BranchlineError, match="Cannot write"):
        game.save(tmp_path)


def test_an_imagined_game_has_no_past() -> None:
    game = bl.new_game("london", seed=1)
    world = next(game.view(0).worlds())
    world.play("keep 1")
    for past in (world.undo, lambda: list(world.replay()), lambda: world.save("nowhere")):
        with pytest.raises(bl.BranchlineError, match="past"):
            past()


@settings(max_examples=30)
@given(games(most=80), st.integers(0, 2**32))
def test_events_read_after_later_actions_are_those_of_their_own_action(game: Game, seed: int) -> None:
    assume(not game.over)
    twin = game.copy()
    play_on(twin, 1, "uniform", seed)
    at_once = list(game.copy().play(twin.log[-1]))
    late = game.play(twin.log[-1])
    play_on(game, 3, "uniform", seed)
    assert late == at_once
    assert (len(late), late[0], late[-1]) == (len(at_once), at_once[0], at_once[-1])

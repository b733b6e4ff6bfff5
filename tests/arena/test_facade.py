"""Matches and tournaments from Python, and their rows as data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import branchline as bl
from branchline import errors
from branchline.arena.match import MatchError
from branchline.arena.rows import RowsError
from branchline.errors import BranchlineError, MissingExtraError
from tests.odd_maps import odd_map_file

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def results() -> bl.Results:
    return bl.simulate("mini", ["greedy", "random"], games=40, seed=3, logs=True)


def test_the_same_seed_gives_the_same_games(results: bl.Results) -> None:
    again = bl.simulate(bl.load_map("mini"), ["greedy", "random"], games=40, seed=3, runner="inline")
    assert again.summary() == results.summary()
    assert repr(again).startswith("<Results: 40 games on mini, seed 3: greedy ")


# The libraries for data frames are imported in these tests: every worker collects this file, and one runs it.
def test_rows_are_the_same_in_every_library(results: bl.Results) -> None:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    rows = results.seat_rows()
    plain = rows.to_dict()
    assert len(rows) == len(list(rows)) == 80
    assert pl.DataFrame(rows).to_dict(as_series=False) == plain
    assert results.to_polars().to_dict(as_series=False) == plain
    assert results.to_pandas().to_dict("list") == plain
    assert pa.table(results).to_pydict() == plain
    assert isinstance(results.to_pandas(), pd.DataFrame)


def test_numbers_are_not_copied(results: bl.Results) -> None:
    rows = results.seat_rows()
    score = rows.columns["score"]
    assert isinstance(score, np.ndarray)
    assert np.shares_memory(score, rows.to_polars()["score"].to_numpy())
    assert np.shares_memory(score, rows.to_pandas()["score"].to_numpy())


def test_a_row_has_the_seed_of_its_game(results: bl.Results) -> None:
    row = list(results.game_rows())[5]
    seats = [row for row in results.seat_rows() if row["game"] == 5]
    turns = [turn for turn in results.turn_rows() if turn["game"] == 5]
    game = bl.new_game("mini", players=2, seed=bytes.fromhex(row["seed"]))
    for turn in turns:
        assert turn["seed"] == row["seed"]
        assert (game.turns, game.turn) == (turn["turn"], turn["seat"])
        for action in turn["actions"].split("; "):
            game.play(action)
        assert (game.scores[turn["seat"]], game.pieces[turn["seat"]]) == (turn["score"], turn["pieces"])
    assert game.over
    assert game.result.totals == [seat["score"] for seat in seats]
    assert {turn["bot"] for turn in turns} == {"greedy", "random"}


def test_turns_need_logs() -> None:
    with pytest.raises(RowsError, match="logs=True"):
        bl.simulate("mini", ["random", "random"], games=2, seed=1).turn_rows()


def test_a_map_given_by_its_path() -> None:
    path = odd_map_file(1)
    players = bl.load_map(path).spec.players.least
    assert bl.simulate(path, ["random"] * players, games=2, seed=1).games == 2
    assert bl.tournament(["random", "greedy", "planner"][:players], path, games=2, players=players, seed=1).games == 2


def test_a_failing_bot_raises(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class Bad:\n    def choose(self, view, legal, clock): return 1 / 0\n")
    with pytest.raises(MatchError, match="ZeroDivisionError"):
        bl.simulate("mini", [f"{tmp_path}/bad.py", "random"], games=2, seed=1)


def test_a_tournament_has_rows_and_is_resumed(tmp_path: Path) -> None:
    import polars as pl

    bots = ["planner", "greedy", "random"]
    standings = bl.tournament(bots, "mini", games=20, seed=2, folder=tmp_path)
    again = bl.tournament(bots, "mini", games=20, seed=2, folder=tmp_path)
    assert again == standings
    assert standings.to_polars()["bot"].to_list() == bots
    assert standings.to_pandas()["games"].tolist() == [40, 40, 40]
    assert len(standings.cross_rows()) == 6
    assert pl.DataFrame(standings).equals(standings.to_polars())


@pytest.mark.parametrize("bots", [[], ["random"], ["random", "random"]])
def test_a_tournament_that_cannot_be_played(bots: list[str]) -> None:
    with pytest.raises(BranchlineError):
        bl.tournament(bots, "mini", games=2)


def test_a_missing_library_is_named(results: bl.Results, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(errors, "import_module", missing)
    for frame in (results.to_polars, results.to_pandas, results.to_arrow, bl.load_map("mini").board().to_networkx):
        with pytest.raises(MissingExtraError, match=r"pip install .branchline\[data\]"):
            frame()


# ---- what notebooks show -----------------------------------------------------------------------


def test_public_objects_draw_themselves() -> None:
    game = bl.new_game("mini", players=2, seed=1)
    for _ in range(2):
        game.play(game.legal[0])
    shown: list[Any] = [bl.load_map("mini"), game.board, game, game.view(0), game.view(None)]
    for value in shown:
        assert "<svg" in value._repr_svg_()[:200]
    assert game.view(0)._repr_svg_() != game.view(None)._repr_svg_()


def test_public_objects_describe_themselves() -> None:
    game = bl.new_game("mini", players=2, seed=1, names=["Ada", "Ben"])
    assert repr(game) == "<Game on Mini: turn 0, Ada to decide (first tickets)>"
    assert repr(game.view(1)) == "<View of seat 1 on Mini: turn 0, seat 0 to decide (first tickets)>"
    assert repr(game.view(None)).startswith("<View of a spectator")
    assert repr(bl.load_map("mini")) == "<MapFile mini: built in>"
    bot = bl.bot("greedy")
    while not game.over:
        game.play(bot.choose(game.view(game.turn)))
    assert repr(game).startswith("<Game on Mini: over after ")


def test_a_board_is_a_graph() -> None:
    board = bl.load_map("usa").board(players=2)
    graph = board.to_networkx()
    assert (len(graph), graph.number_of_edges()) == (36, 100)
    assert graph.nodes["Denver"]["lat"] == pytest.approx(39.7, abs=0.1)
    assert all(facts["points"] == board.routes[key].points for _, _, key, facts in graph.edges(keys=True, data=True))
    assert board.to_networkx([0, 1]).number_of_edges() == 2

"""Training: forked games, the fit, and rounds of both in a folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

from branchline.arena.match import new_match
from branchline.arena.runners import make_runner
from branchline.arena.runners.inline import InlineRunner
from branchline.arena.simulation import simulate
from branchline.arena.training.random_maps import random_map
from branchline.arena.training.rounds import (
    BUILT_IN,
    LADDER_SEED,
    RANDOM,
    TablePlan,
    TrainingError,
    TrainingFolder,
    TrainingPlan,
    train,
)
from branchline.arena.training.samples import Samples, TrainingJob, new_table, play_games
from branchline.boards.format.check import check
from branchline.bots.base import BotError
from branchline.bots.learned.bot import LearnedParameters
from branchline.bots.learned.forked_games import ROLLOUT_PLAYER
from branchline.bots.learned.inputs import IS_KEEP, IS_PLANNED, PACE
from branchline.bots.learned.records import OWN, OWN_BONUSES, OWN_TICKETS, RIVAL, WIN, new_network
from branchline.bots.learned.weights import About, save_network
from branchline.cli import run
from tests.weights import outputs_of, random_network

if TYPE_CHECKING:
    from pathlib import Path


def job(number: int = 0, **changes: object) -> TrainingJob:
    made = TrainingJob(new_match("mini", ["planner", "planner"], 5), number, 20)
    return msgspec.structs.replace(made, **changes)


@pytest.fixture
def torch() -> Any:  # noqa: ANN401 (a module that may be missing)
    module: Any = pytest.importorskip("torch", reason="no CPU build of PyTorch is installed: see tools/pytorch.py")
    module.set_num_threads(1)  # the other cores have tests of their own
    return module


# -- samples -------------------------------------------------------------------------------------


def test_every_position_has_its_moves_with_the_planners_first() -> None:
    samples = job().perform()
    starts = np.cumsum(samples.counts, dtype=np.int64) - samples.counts
    assert samples.counts.sum() == len(samples.moves) == len(samples.outcomes)
    assert (samples.counts > 1).all()
    assert (np.flatnonzero(samples.moves[:, IS_PLANNED]) == starts).all()
    assert samples.moves[:, IS_KEEP].any()


def test_outcomes_are_final_scores_and_wins() -> None:
    samples = job(playouts=4).perform()
    own, rival, win = (samples.outcomes[:, place] for place in (OWN, RIVAL, WIN))
    assert ((win >= 0) & (win <= 1)).all()
    assert win[own > rival].mean() > 0.8
    assert win[own < rival].mean() < 0.2


def test_outcomes_tell_tickets_and_bonuses_apart() -> None:
    usa = job(match=new_match("usa", ["planner", "planner"], 5), games=10).perform()
    own, tickets, bonuses = (usa.outcomes[:, place] for place in (OWN, OWN_TICKETS, OWN_BONUSES))
    assert tickets.min() < 0 < tickets.max()
    assert bonuses.min() == 0 < bonuses.max()  # the longest path
    assert len(np.unique(bonuses.round(3))) == 2
    assert (own - tickets - bonuses > 0).all()  # routes


def test_the_same_job_gives_the_same_samples_wherever_it_runs() -> None:
    jobs = [job(number) for number in range(3)]
    alone = [work.perform() for work in jobs]
    spread = sorted(make_runner("threads", 2).run(jobs), key=lambda samples: samples.number)
    for one, other in zip(alone, spread, strict=True):
        assert one.number == other.number
        assert (one.outcomes == other.outcomes).all()
        assert (one.moves == other.moves).all()


def test_a_network_of_zeros_scores_as_the_planner_does() -> None:
    quiet = job(odds=(0,) * 7, mistakes=0, games=400, players=(0, 0))
    planners = quiet.perform()
    networks = msgspec.structs.replace(quiet, players=(1, 1), network=new_network().tobytes()).perform()
    assert networks.scores[:, :2].mean() == pytest.approx(planners.scores[:, :2].mean(), abs=1.5)


def test_a_player_that_pauses_often_scores_less() -> None:
    usa = new_match("usa", ["planner", "planner"], 5)
    usual = job(match=usa, players=(ROLLOUT_PLAYER, ROLLOUT_PLAYER), games=60, odds=(0,) * 7)
    scores = []
    for pause in (0, 4, 2):
        table = new_table(usual)
        table["pauses"][0, 1] = pause
        scores.append(play_games(usual, table).scores[:, 1].mean())
    assert scores[0] > scores[1] > scores[2]


def test_with_a_network_only_the_planners_move_and_its_favorites_are_compared() -> None:
    network = random_network(1)
    everything = job(network=network.tobytes(), compared=0, mistakes=0).perform()
    favorites = job(network=network.tobytes(), compared=2, mistakes=0).perform()
    assert everything.counts.max() > favorites.counts.max() == 2
    first = everything.moves[: everything.counts[0]]  # later positions may differ, since fewer dice are rolled
    worth = outputs_of(network[0], everything.positions[0], first) @ np.array([1.0, -0.5, 2.0, 0.0, 0.0])
    assert (favorites.moves[:2] == first[[0, 1 + worth[1:].argmax()]]).all()


def test_samples_are_read_as_they_were_written(tmp_path: Path) -> None:
    samples = Samples.joined([job(0).perform(), job(1).perform()])
    samples.save(tmp_path / "samples.npz")
    found = Samples.load(tmp_path / "samples.npz")
    assert (found.moves == samples.moves).all()
    assert found.seconds == pytest.approx(samples.seconds)


# -- random maps ---------------------------------------------------------------------------------


def test_random_maps_are_valid_and_all_different() -> None:
    texts = [random_map(seed) for seed in range(30)]
    assert all(check(text).map is not None for text in texts)
    assert len(set(texts)) == 30
    assert texts[7] == random_map(7)


@pytest.mark.usefixtures("torch")
def test_every_job_on_random_maps_plays_another_one(tmp_path: Path) -> None:
    folder = TrainingFolder(tmp_path)
    small = plan(tables=(TablePlan(RANDOM, 2),), rounds=1, games=100, ladder_games=2, passes=1)
    (done,) = train(small, folder, InlineRunner)
    assert done.ladder[0].table == "random:2"
    (samples,) = folder.samples_of(0)
    assert len(np.unique(samples.positions[:, PACE])) == 2  # average points per turn of two boards


# -- the fit -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("torch")
def test_the_fit_finds_a_move_that_is_always_better() -> None:
    from branchline.arena.training.fit import fit

    samples = Samples.joined([job(number).perform() for number in range(20)])
    random = np.random.default_rng(1)
    good = samples.moves[:, 1] > 0  # pretend that drawing a face-up card is worth ten points, among much noise
    samples.outcomes = np.zeros_like(samples.outcomes)
    samples.outcomes[:, OWN] = good + random.normal(0, 1.0, len(good))
    found = fit(samples, LearnedParameters(), passes=8)
    assert found.explained > 0.1
    assert found.gain > 3 * found.gain_error


@pytest.mark.usefixtures("torch")
def test_pytorch_and_the_kernel_compute_the_same() -> None:
    import torch

    from branchline.arena.training.fit import MoveNetwork
    from branchline.bots.learned.network import evaluate_moves
    from branchline.bots.learned.records import new_decision

    network, samples = MoveNetwork(), job().perform()
    torch.nn.init.normal_(network.output.weight)
    number = int(samples.counts[0])
    decision = new_decision()[0]
    decision["position"] = samples.positions[0]
    decision["features"][:number] = samples.moves[:number]
    decision["move_count"] = number
    evaluate_moves(network.weights()[0], decision)
    inputs = [torch.from_numpy(array.astype(np.float32)) for array in (samples.positions[:1], samples.moves[:number])]
    expected = network(inputs[0], torch.tensor([number]), inputs[1]).detach().numpy()
    assert decision["output"][:number] == pytest.approx(expected, rel=1e-3, abs=1e-4)


# -- rounds --------------------------------------------------------------------------------------


def plan(**changes: object) -> TrainingPlan:
    made = TrainingPlan((TablePlan("mini", 2),), rounds=2, games=6000, ladder_games=1200, seed=3, passes=10)
    return msgspec.structs.replace(made, **changes)


@pytest.mark.usefixtures("torch")
def test_two_rounds_on_a_small_map_beat_the_planner_more_often_and_score_more(tmp_path: Path) -> None:
    untrained = tmp_path / "untrained.npz"
    save_network(untrained, new_network(), About())
    match = new_match("mini", [f"learned:network={untrained}", "planner"], plan().seed + LADDER_SEED)
    before = simulate(match, plan().ladder_games).summary().bots[0]
    folder = TrainingFolder(tmp_path / "training")
    rounds = list(train(plan(), folder, InlineRunner))
    assert [done.number for done in rounds] == [0, 1]
    assert max(done.win_rate for done in rounds) > before.win_rate + 0.02
    assert max(done.ladder[0].score for done in rounds) > before.score + 0.3
    assert folder.network.exists()


@pytest.mark.usefixtures("torch")
def test_an_interrupted_training_is_resumed(tmp_path: Path) -> None:
    small = plan(games=100, ladder_games=10, passes=1, rounds=1)
    whole, cut = TrainingFolder(tmp_path / "whole"), TrainingFolder(tmp_path / "cut")
    (expected,) = train(small, whole, InlineRunner)

    def interrupt(what: str, _share: float) -> None:
        if "fitting" in what:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(train(small, cut, InlineRunner, interrupt))
    assert cut.curve() == []
    assert cut.sample_file(0, 0, 0).exists()
    (found,) = train(small, cut, InlineRunner)
    assert found.gain == pytest.approx(expected.gain)
    assert list(train(small, cut, InlineRunner)) == []  # nothing is left to do


@pytest.mark.usefixtures("torch")
def test_a_folder_with_another_training_is_refused(tmp_path: Path) -> None:
    folder = TrainingFolder(tmp_path)
    folder.open(plan())
    folder.open(plan(rounds=9))  # more rounds continue it
    with pytest.raises(TrainingError, match="other settings"):
        folder.open(plan(seed=4))


@pytest.mark.usefixtures("torch")
def test_a_training_may_be_continued_with_other_numbers_and_shares(tmp_path: Path) -> None:
    folder = TrainingFolder(tmp_path)
    folder.open(plan(command="first"))
    second = plan(tables=(TablePlan("mini", 2, 0.5),), rounds=9, games=50, passes=2, command="second")
    continued = folder.open(second)
    assert (continued.games, continued.passes, continued.command) == (50, 2, "first; second")
    assert folder.open(second).command == "first; second"


@pytest.mark.usefixtures("torch")
def test_a_network_may_play_the_first_round(tmp_path: Path) -> None:
    small = plan(games=20, ladder_games=2, passes=1, rounds=1)
    by_planners, by_network = TrainingFolder(tmp_path / "planners"), TrainingFolder(tmp_path / "network")
    list(train(small, by_planners, InlineRunner))
    (done,) = train(msgspec.structs.replace(small, start=BUILT_IN), by_network, InlineRunner)
    (planners,), (network,) = by_planners.samples_of(0), by_network.samples_of(0)
    assert done.positions == len(network.counts)
    assert network.scores.tolist() != planners.scores.tolist()
    with pytest.raises(BotError, match="cannot be read"):
        list(train(msgspec.structs.replace(small, start="missing.npz"), TrainingFolder(tmp_path / "x"), InlineRunner))


# -- the command ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("torch")
def test_the_command_trains_and_prints_a_table_or_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", str(tmp_path), "--tables", "mini:2", "--rounds", "1", "--games", "100", "--passes", "1"]
    words += ["--ladder", "greedy,random", "--ladder-games", "10", "--jobs", "1"]
    assert run(words) == 0
    printed = capsys.readouterr()
    assert "Round 1: " in printed.err
    assert f"learned:network={tmp_path / 'network.npz'}" in printed.out
    assert run([*words, "--json"]) == 0  # it is finished, so nothing is played
    found = json.loads(capsys.readouterr().out)
    assert [rung["bot"] for rung in found["rounds"][0]["ladder"]] == ["greedy", "random"]


def test_a_table_is_a_map_and_a_number_of_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    assert run(["train", str(tmp_path), "--tables", "mini"]) == 2
    assert "usa:2" in capsys.readouterr().err
    assert run(["train", str(tmp_path), "--tables", "atlantis:2"]) == 1
    assert "atlantis" in capsys.readouterr().err
    assert run(["train", str(tmp_path / "new"), "--tables", "mini:9"]) == 1

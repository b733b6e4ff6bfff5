"""The learned bot: its network, its files, and that it follows the planner unless the network knows better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import branchline as bl
from branchline.bots.base import BotError
from branchline.bots.learned import records
from branchline.bots.learned.bot import LearnedBot, LearnedParameters
from branchline.bots.learned.inputs import IS_CLAIM, IS_PLANNED, MOVE_FEATURES, POSITION_FEATURES
from branchline.bots.learned.network import evaluate_moves
from branchline.bots.learned.policy import best_candidate
from branchline.bots.learned.weights import About, built_in_network, read_network, save_network
from branchline.engine.actions import decode
from branchline.engine.kernel.codes import CLAIM, kind_of
from tests.weights import outputs_of, random_network

if TYPE_CHECKING:
    from pathlib import Path

    from branchline.engine.kernel.layout import Records

MAPS = ("usa", "london", "paris", "uk", "mini")


def network_file(folder: Path, network: Records) -> LearnedParameters:
    save_network(folder / "network.npz", network, About())
    return LearnedParameters(network=str(folder / "network.npz"))


def play(bots: list[bl.Bot], name: str = "usa", seed: int = 3) -> bl.Game:
    game = bl.new_game(name, players=len(bots), seed=seed)
    for number, bot in enumerate(bots):
        bot.start(number)
    while not game.over:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    return game


# -- the network ---------------------------------------------------------------------------------


def test_the_network_is_two_hidden_layers_over_position_and_move() -> None:
    network, decision = random_network(1)[0], records.new_decision()[0]
    random = np.random.default_rng(2)
    decision["position"] = position = random.normal(size=POSITION_FEATURES).astype(np.float32)
    moves = random.normal(size=(3, MOVE_FEATURES)).astype(np.float32)
    decision["features"][:3] = moves
    decision["move_count"] = 3
    evaluate_moves(network, decision)
    assert decision["output"][:3] == pytest.approx(outputs_of(network, position, moves), rel=1e-3, abs=1e-3)


def test_compiled_code_computes_the_network_as_vectors() -> None:
    bot = bl.bot("learned")
    assert isinstance(bot, LearnedBot)
    network, game, compared = built_in_network()[0][0], bl.new_game("usa", players=2, seed=8), 0
    while not game.over:
        game.play(bot.choose(game.view(game.turn)))
        decision: Any = bot._decision[0]
        number = int(decision["move_count"])
        if number > 1:
            expected = outputs_of(network, decision["position"], decision["features"][:number])
            assert decision["output"][:number] == pytest.approx(expected, rel=1e-4, abs=1e-4)
            compared += number
    assert compared > 500


@pytest.mark.parametrize(("caution", "chosen"), [(0.0, 2), (0.15, 2), (0.25, 0)])
def test_the_planners_move_is_left_only_for_a_sufficient_gain(caution: float, chosen: int) -> None:
    decision = records.new_decision()[0]
    decision["move_count"] = 3
    decision["output"][:3, records.OWN] = (0.1, 0.2, 0.3)
    decision["settings"][records.CAUTION] = caution
    assert best_candidate(decision) == chosen


def test_points_of_rivals_and_wins_count_as_the_parameters_say() -> None:
    decision = records.new_decision()[0]
    decision["move_count"] = 2
    decision["output"][:2, :3] = ((0.3, 0.3, 0.1), (0.2, 0.0, 0.0))  # own points, those of a rival, wins
    assert best_candidate(decision) == 0
    decision["settings"][records.RIVALRY] = 1.0
    assert best_candidate(decision) == 1
    decision["settings"][records.WINNING] = 3.0
    assert best_candidate(decision) == 0


# -- the bot -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
def test_it_plays_whole_games_on_every_map_reproducibly(name: str) -> None:
    players = 3 if name == "uk" else 2
    first, second = (play([bl.bot("learned") for _ in range(players)], name) for _ in range(2))
    assert first.over
    assert list(first.log) == list(second.log)


def test_one_bot_may_play_several_seats_and_games() -> None:
    bot = bl.bot("learned")
    play([bot, bl.bot("planner")], seed=9)
    alone = play([bl.bot("learned"), bl.bot("learned")])
    assert list(play([bot, bot]).log)[:2] == list(alone.log)[:2]


def test_without_weights_it_plays_the_planners_moves(tmp_path: Path) -> None:
    bot = LearnedBot(network_file(tmp_path, records.new_network()))
    game = bl.new_game("usa", players=2, seed=5)
    while not game.over:
        view = game.view(game.turn)
        action = bot.choose(view)
        decision: Any = bot._decision[0]
        planned = decode(view.board, int(decision["moves"][0]) | view.deciding_record()[1])
        assert action == planned
        game.play(action)


def test_the_inputs_describe_the_candidate_moves() -> None:
    bot = bl.bot("learned")
    assert isinstance(bot, LearnedBot)
    game, claims = bl.new_game("usa", players=2, seed=5), 0
    while not game.over:
        view = game.view(game.turn)
        action = bot.choose(view)
        decision: Any = bot._decision[0]
        number = int(decision["move_count"])
        features = decision["features"][:number]
        if number > 1:
            is_claim = [kind_of(int(code)) == CLAIM for code in decision["moves"][:number]]
            assert (features[:, IS_CLAIM] == is_claim).all()
            assert features[:, IS_PLANNED].tolist() == [1.0] + [0.0] * (number - 1)
            assert np.isfinite(features).all()
            assert np.abs(features).max() < 20
            assert np.abs(decision["position"]).max() < 20
            claims += sum(is_claim)
        game.play(action)
    assert claims > 50


def test_the_built_in_network_beats_the_planner() -> None:
    results = bl.simulate("usa", ["learned", "planner"], games=300, seed=4)
    assert results.summary().bots[0].win_rate > 0.6


# -- files ---------------------------------------------------------------------------------------


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    network, about = random_network(4), About("branchline train x", 7, 0.5, 2, 1000)
    save_network(tmp_path / "network.npz", network, about)
    found, told = read_network(tmp_path / "network.npz")
    assert told == about
    for name in records.NETWORK.names or ():
        assert found[name] == pytest.approx(network[name], rel=1e-3, abs=1e-3)


def test_the_built_in_network_tells_how_it_was_made() -> None:
    about = built_in_network()[1]
    assert about.command.startswith("branchline train")
    assert about.positions > 0


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="cannot be read"):
        read_network(tmp_path / "missing.npz")
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(BotError, match="not a network"):
        read_network(tmp_path / "text.npz")
    np.savez(tmp_path / "other.npz", weights=np.zeros(3))
    with pytest.raises(BotError, match="not a network"):
        read_network(tmp_path / "other.npz")
    broken = random_network(1)
    broken["bias_1"][0, 0] = np.nan
    save_network(tmp_path / "nan.npz", broken, About())
    with pytest.raises(BotError, match="not a network"):
        read_network(tmp_path / "nan.npz")

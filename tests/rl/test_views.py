"""A view is encoded as the environments encode the same game, so that a trained network can play as a bot."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.rl.errors import RlError
from branchline.rl.games import Games
from branchline.rl.views import ViewEncoder

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["mini", "paris", "uk"])
def test_a_view_is_encoded_as_its_game_is(name: str) -> None:
    board = bl.load_map(name).board(players=2)
    games, encoder, bot = Games(board), ViewEncoder(board), bl.bot("greedy")
    games.seed(bytes(range(32)))
    games.deal()
    for _ in range(20):
        view = games.view(games.to_decide())
        observation, mask = encoder.encode(view)
        assert np.array_equal(observation, games.observations[0])
        assert np.array_equal(mask, games.masks[0])
        action = bot.choose(view)
        number = games.number_of(0, view.code_of(action))
        assert encoder.action(view, number) == action
        games.step(np.array([number]))


def test_a_number_that_is_no_legal_action_is_refused() -> None:
    game = bl.new_game("mini", players=2, seed=7)
    encoder = ViewEncoder(game.board)
    with pytest.raises(RlError, match="does not exist"):
        encoder.action(game.view(0), 10_000)
    illegal = int(encoder.encode(game.view(0))[1].argmin())
    with pytest.raises(RlError, match="is not legal now"):
        encoder.action(game.view(0), illegal)


def test_a_trained_network_plays_as_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch: Any = pytest.importorskip("torch", reason="no CPU build of PyTorch is installed: see tools/pytorch.py")
    torch.set_num_threads(1)
    player = runpy.run_path(str(EXAMPLES / "ppo_mini.py"))["Player"](159, 95, 16)
    torch.save(player.state_dict(), tmp_path / "net.pt")
    monkeypatch.setenv("PPO_WEIGHTS", str(tmp_path / "net.pt"))
    bot = runpy.run_path(str(EXAMPLES / "ppo_bot.py"))["PpoBot"]()
    game = bl.new_game("mini", players=2, seed=3)
    while not game.over:
        game.play(bot.choose(game.view(game.turn), None, None))
    assert game.result.totals

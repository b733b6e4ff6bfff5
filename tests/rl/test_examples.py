from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("random_pettingzoo", "points: {"),
        ("random_gymnasium", "points: "),
        ("random_vector", "games: "),
        ("random_openspiel", "returns: ["),
    ],
)
def test_every_example_has_at_most_ten_lines_and_runs(name: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = EXAMPLES / f"{name}.py"
    code = file.read_text(encoding="utf-8").split('"""', 2)[2]
    assert len([line for line in code.splitlines() if line and not line.startswith(("import", "from"))]) <= 10
    runpy.run_path(str(file), run_name="__main__")
    assert says in capsys.readouterr().out


def test_the_training_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    torch: Any = pytest.importorskip("torch", reason="no CPU build of PyTorch is installed: see tools/pytorch.py")
    torch.set_num_threads(1)  # the other cores have tests of their own
    words = ["--seconds", "0", "--games", "32", "--measure", "20", "--every", "1", "--out", str(tmp_path / "tiny")]
    monkeypatch.setattr(sys, "argv", ["ppo_mini.py", *words])
    example: dict[str, Any] = runpy.run_path(str(EXAMPLES / "ppo_mini.py"))
    trainer = example["Trainer"](example["Settings"](games=32, steps=8, minibatch=64, hidden=16), 1)
    before = trainer.player.policy.weight.detach().clone()
    assert trainer.learn() == 32 * 8
    assert not bool((before == trainer.player.policy.weight).all())
    example["main"]()
    assert "vs greedy" in capsys.readouterr().out
    assert {file.suffix for file in tmp_path.iterdir()} == {".pt", ".csv", ".svg"}


def test_masked_ppo_of_stable_baselines_learns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("sb3_contrib", reason="Stable-Baselines3 is not installed: see tools/pytorch.py")
    torch: Any = pytest.importorskip("torch")
    torch.set_num_threads(1)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["maskable_ppo.py", "--steps", "128", "--rollout", "64", "--games", "3"])
    runpy.run_path(str(EXAMPLES / "maskable_ppo.py"), run_name="__main__")
    said = capsys.readouterr().out
    assert "random play against greedy" in said
    assert "after 128 decisions" in said
    assert (tmp_path / "maskable_ppo.zip").exists()


def test_buffers_of_the_trainer_are_written_in_place() -> None:
    env = runpy.run_path(str(EXAMPLES / "puffer_style.py"))["SelfPlay"](games=8)
    observations, _ = env.reset(seed=7)
    assert observations is env.buffers.observations
    first = observations.copy()
    returns = np.zeros((8, 2))
    for _ in range(200):
        deciding, actions = env.env.to_decide.copy(), env.env.sample()
        assert env.buffers.masks[np.arange(8), actions].all()
        seen, rewards, terminals, truncations, infos = env.step(actions)
        assert seen is observations
        assert (rewards == env.episode_returns[np.arange(8), deciding]).all()
        assert bool(infos) == bool(terminals.any())
        returns += env.episode_returns
    assert (observations != first).any()
    assert observations.max() <= 2  # scaled
    assert not truncations.any()
    assert returns.sum() == pytest.approx(0)  # what one seat wins, the other loses
    assert np.abs(returns).sum() > 0

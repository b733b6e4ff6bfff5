"""The same match on a local Ray, even if a worker is killed halfway."""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from branchline.arena.match import new_match
from branchline.arena.runners import make_runner
from branchline.arena.runners.errors import RunnerError
from branchline.arena.runners.ray import STARTS, RayRunner
from branchline.arena.simulation import simulate
from branchline.arena.training.samples import TrainingJob

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    # Importing Ray takes seconds, so only these tests do it.
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
    # Ray's own code warns in its threads and leaves sockets to be collected.
    pytest.mark.filterwarnings("ignore"),
]


def test_ray_plays_the_same_and_loses_nothing_when_a_worker_dies(tmp_path: Path) -> None:
    # The second bot kills the worker it runs in, once: the first time it is asked in the second deal.
    file = tmp_path / "mortal.py"
    file.write_text(
        "import os, signal\n"
        "class Mortal:\n"
        "    def choose(self, view, legal, clock):\n"
        f"        mark = {str(tmp_path / 'died')!r}\n"
        "        if view.turns == 9 and not os.path.exists(mark) and os.getpid() != "
        f"{os.getpid()}:\n"
        "            open(mark, 'w').close()\n"
        f"            os.kill(os.getpid(), {int(signal.SIGKILL)})\n"
        "        return legal[0]\n",
        encoding="utf-8",
    )
    match = new_match("london", ["greedy", f"{file}:Mortal"], 3)
    alone = simulate(match, 12)  # also compiles what the workers then load
    seen: list[int] = []
    results = simulate(match, 12, make_runner("ray", 2), progress=lambda so_far: seen.append(so_far.games))
    assert (tmp_path / "died").exists()
    assert not results.problem
    assert seen == [2, 4, 6, 8, 10, 12]
    assert sorted(results.played.column("number").tolist()) == list(range(12))
    assert results.summary() == alone.summary()


def test_training_games_are_the_same_on_a_ray_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")  # a cluster that Ray would use if it were not told otherwise
    match = new_match("mini", ["planner", "planner"], 5)
    jobs = [TrainingJob(match, number, 10) for number in range(4)]
    alone = [job.perform() for job in jobs]
    spread = sorted(make_runner("ray", 2).run(jobs), key=lambda samples: samples.number)
    assert [(samples.outcomes.tolist(), samples.scores.tolist()) for samples in spread] == [
        (samples.outcomes.tolist(), samples.scores.tolist()) for samples in alone
    ]


def test_a_missing_cluster_is_reported() -> None:
    with pytest.raises(RunnerError, match=r"127\.0\.0\.1:1"):
        make_runner("ray", address="127.0.0.1:1")


def test_a_ray_that_does_not_start_in_time_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    starts: list[int] = []

    def init(**_options: object) -> None:
        starts.append(len(starts))
        if len(starts) < STARTS:
            raise Exception("The current node timed out during startup.")  # noqa: TRY002 (as Ray does)

    monkeypatch.setattr(ray, "init", init)
    RayRunner(workers=1)
    assert len(starts) == STARTS


def test_a_ray_that_never_starts_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def init(**_options: object) -> None:
        raise Exception("The current node timed out during startup.")  # noqa: TRY002 (as Ray does)

    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(RunnerError, match="did not start on this machine"):
        RayRunner(workers=1)

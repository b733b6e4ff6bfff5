"""A match has the same games wherever it is played; interruptions and failures keep the finished games."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from branchline.arena.jobs import Job, play, split
from branchline.arena.match import Match, MatchError, new_match
from branchline.arena.results import Results
from branchline.arena.runners import make_runner
from branchline.arena.runners.errors import RunnerError
from branchline.arena.simulation import simulate
from branchline.boards.board import BoardError
from branchline.engine.game import Game
from branchline.names import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from branchline.arena.runners.work import Done, Work


def rows(results: Results) -> list[list[int]]:
    names = ("scores", "routes", "tickets", "completed_tickets", "seating")
    columns = [results.played.by_seat(name).reshape(results.games, -1).astype(np.int64) for name in names]
    found: list[list[int]] = np.concatenate(columns, axis=1).tolist()
    return found


MATCH = new_match("london", ["planner", "greedy", "random"], 5)


def test_deals_are_paired_and_seats_rotate() -> None:
    assert [MATCH.seating(game) for game in range(4)] == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert MATCH.key(0) == MATCH.key(2) != MATCH.key(3)


@pytest.mark.parametrize("runner", ["threads", "processes"])
def test_jobs_and_runner_do_not_matter(runner: str) -> None:
    alone = simulate(MATCH, 450, make_runner("inline"))
    together = simulate(MATCH, 450, make_runner(runner, 2))
    assert alone.games == together.games == 450
    assert rows(alone) == rows(together)
    assert alone.summary() == together.summary()


def test_the_kernel_plays_what_python_plays() -> None:
    job = Job(MATCH, 0, 0, 6, logs=True)
    whole = play(job)
    for game_number, log in whole.logged():
        game = Game(MATCH.board, MATCH.key(game_number))
        bots = MATCH.make_bots()
        seated = [bots[index] for index in MATCH.seating(game_number)]
        for seat, player in enumerate(seated):
            player.start(MATCH.dice_seed(game_number, seat))
        while not game.over:
            game.play(seated[game.turn].choose(game.view(game.turn)))
        assert game.log == log
        assert game.result.totals == whole.played.scores()[game_number].tolist()


def test_playing_in_python_gives_the_same_rows(tmp_path: Path) -> None:
    file = tmp_path / "same.py"
    file.write_text(
        "from branchline.bots.policies import GreedyBot\n"
        "class Same:\n"
        "    def __init__(self): self.bot = GreedyBot()\n"
        "    def start(self, seed): self.bot.start(seed)\n"
        "    def choose(self, view, legal, clock): return self.bot.choose(view)\n",
        encoding="utf-8",
    )
    kernel = simulate(new_match("london", ["planner", "greedy"], 3), 8)
    mixed = simulate(new_match("london", ["planner", f"{file}:Same"], 3), 8)
    assert kernel.match.in_kernel
    assert not mixed.match.in_kernel
    assert rows(kernel) == rows(mixed)


# -- interruptions and failures ----------------------------------------------------------------


class Interrupted:
    """A runner stopped by Ctrl-C after two jobs."""

    def run(self, jobs: Sequence[Work[Done]]) -> Iterator[Done]:
        yield jobs[0].perform()
        yield jobs[1].perform()
        raise KeyboardInterrupt


def test_an_interruption_keeps_the_finished_games() -> None:
    results = simulate(MATCH, 1000, Interrupted())
    assert results.interrupted
    assert results.games == 400
    assert results.summary().games == 400


def test_an_exception_in_choose_keeps_the_finished_games(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(
        "class Broken:\n"
        "    games = 0\n"
        "    def start(self, seed): Broken.games += 1\n"
        "    def choose(self, view, legal, clock):\n"
        "        if Broken.games > 4: raise RuntimeError('out of ideas')\n"
        "        return legal[0]\n",
        encoding="utf-8",
    )
    results = simulate(new_match("london", ["random", f"{file}:Broken"], 1), 20)
    assert results.games == 4
    assert "out of ideas" in results.problem
    assert "broken.py, line 5" in results.problem


def test_an_invalid_action_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text("class Wrong:\n    def choose(self, view, legal, clock): return 'fly'\n", encoding="utf-8")
    results = simulate(new_match("london", ["random", f"{file}:Wrong"], 1), 2)
    assert "'fly'" in results.problem


def test_a_batch_is_never_counted_twice() -> None:
    results = Results(MATCH)
    batch = play(split(MATCH, 10)[0])
    results.add(batch)
    results.add(batch)
    assert results.games == 10


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: simulate(MATCH, 0), MatchError, "at least 1"),
        (lambda: new_match("london", ["random"] * 5, 1), BoardError, "2 to 4 players, not 5"),
        (lambda: new_match("londn", ["random"] * 2, 1), UnknownNameError, 'Did you mean "london"'),
        (lambda: make_runner("threds"), UnknownNameError, 'Did you mean "threads"'),
        (lambda: make_runner("threads", 0), RunnerError, "the minimum is 1"),
    ],
)
def test_invalid_input_is_reported(make: object, error: type[Exception], message: str) -> None:
    assert callable(make)
    with pytest.raises(error, match=message):
        make()


# -- the strength of the bots (figures with intervals are in benchmarks/results.md) ------------


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
def test_the_planner_beats_greedy_and_random(name: str) -> None:
    against_greedy = simulate(new_match(name, ["planner", "greedy"], 9), 120).summary().bots[0]
    assert against_greedy.win_rate > 0.85
    against_random = simulate(new_match(name, ["planner", "random"], 9), 120).summary().bots[0]
    assert against_random.win_rate > 0.95


def test_a_match_travels_without_its_map_file(tmp_path: Path) -> None:
    from branchline.boards.library import load_map

    copy = tmp_path / "town.toml"
    copy.write_text(load_map("london").text, encoding="utf-8")
    match = new_match(str(copy), ["random", "random"], 1)
    copy.unlink()
    assert simulate(Match(**{f: getattr(match, f) for f in Match.__struct_fields__}), 4).games == 4


INTERRUPTED = """
import os, signal, sys, threading
from pathlib import Path
from branchline.arena.match import new_match
from branchline.arena.runners import make_runner
from branchline.arena.simulation import simulate

bot, pipe, stopped = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
match = new_match("mini", [bot, "random"], 1)
stopped.unlink()  # the match was checked

def interrupt():
    assert pipe.read_text() == "thinking"
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
results = simulate(match, 2, make_runner("processes", 1))
print(results.interrupted, results.games, stopped.exists())
"""


def test_ctrl_c_ends_a_game_that_a_worker_is_playing(tmp_path: Path) -> None:
    pipe, stopped, bot = tmp_path / "pipe", tmp_path / "stopped", tmp_path / "slow.py"
    os.mkfifo(pipe)
    bot.write_text(
        "import threading\n"
        "class Slow:\n"
        "    def choose(self, view, legal, clock):\n"
        f"        with open({str(pipe)!r}, 'w') as file: file.write('thinking')\n"
        "        threading.Event().wait()\n"
        f"    def stop(self): open({str(stopped)!r}, 'w').close()\n",
        encoding="utf-8",
    )
    # In a process of its own: libraries that other tests use take over the signals of this one.
    command = (sys.executable, "-c", INTERRUPTED, str(bot), str(pipe), str(stopped))
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert ended.stdout.split() == ["True", "0", "True"], ended.stderr

"""Compiled code: cached under a hash of its sources, compiled by one process at a time, announced once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, cast

import pytest

import branchline as bl
from branchline.bots import warmup
from branchline.engine.kernel import compilation
from branchline.engine.kernel.compilation import CompiledPart, cache_folder, source_hash

SEARCH = "branchline.bots.search.search"


@pytest.fixture
def part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CompiledPart:
    """A part in a cache of its own, as if the kernel were compiled."""
    monkeypatch.setenv("BRANCHLINE_CACHE", str(tmp_path))
    monkeypatch.setattr(compilation, "COMPILED", True)
    monkeypatch.setattr(compilation, "_plain", False)
    return CompiledPart("part", "a part", seconds=5)


def test_a_part_is_compiled_after_its_work_was_done(part: CompiledPart) -> None:
    assert not part.is_compiled
    assert part.compile_once(lambda: 7) == 7
    assert part.is_compiled
    assert CompiledPart("part", "a part", seconds=5).is_compiled


def test_a_part_whose_work_failed_is_not_compiled(part: CompiledPart) -> None:
    with pytest.raises(ZeroDivisionError):
        part.compile_once(lambda: 1 // 0)
    assert not part.is_compiled
    part.compile_once(lambda: None)  # the lock was released
    assert part.is_compiled


def test_the_first_compilation_is_announced_once(part: CompiledPart, capsys: pytest.CaptureFixture[str]) -> None:
    part.compile_once(lambda: None)
    first = capsys.readouterr().err
    assert first.startswith("Compiling a part, once: this takes about 5 seconds …\nCompiled in ")
    part.compile_once(lambda: None)
    CompiledPart("part", "a part", seconds=5).compile_once(lambda: None)
    assert capsys.readouterr().err == ""


def test_a_part_within_a_part_is_announced_with_the_outer_one(
    part: CompiledPart, capsys: pytest.CaptureFixture[str]
) -> None:
    inner = CompiledPart("inner", "an inner part", seconds=1)
    part.compile_once(lambda: inner.compile_once(lambda: part.compile_once(lambda: None)))
    printed = capsys.readouterr().err
    assert "Compiling a part" in printed
    assert "an inner part" not in printed
    assert inner.is_compiled


def test_a_server_announces_a_compilation_itself(
    part: CompiledPart, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compilation, "announcing", False)
    part.compile_once(lambda: None)
    assert capsys.readouterr().err == ""


def test_a_part_within_a_larger_one_is_compiled_with_it(part: CompiledPart) -> None:
    CompiledPart("larger", "more", seconds=5, includes=(part,)).compile_once(lambda: None)
    assert part.is_compiled


CHANGE_OVER = """
import sys
from branchline.engine.kernel import compilation
compilation.start_plain()
import branchline as bl
from branchline.bots import warmup
from branchline.engine import entry_points

game, numba_before = bl.new_game("mini", players=2, seed=5), "numba" in sys.modules
plain = entry_points.play_at, game.__class__.play.__globals__["play_at"]
player = bl.bot("greedy")
player.start(1)
def play(number):
    for _ in range(number):
        game.play(player.choose(game.view(game.turn)))
play(8)
fast_before = warmup.PLAY.is_fast
warmup.load(warmup.PLAY)
play(8)
compiled = entry_points.play_at, game.__class__.play.__globals__["play_at"]
print(numba_before, plain[0] is plain[1], fast_before, warmup.PLAY.is_fast)
print(compiled[0] is compiled[1], compiled[0] is not plain[0], type(compiled[0]).__name__)
print(game.to_bytes().hex())
"""


def test_a_process_that_starts_plain_changes_over_within_a_game() -> None:
    warmup.load(warmup.PLAY)  # so that it is on disk
    done = subprocess.run([sys.executable, "-c", CHANGE_OVER], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    started, changed, state = done.stdout.splitlines()
    game, player = bl.new_game("mini", players=2, seed=5), bl.bot("greedy")
    player.start(1)
    for _ in range(16):
        game.play(player.choose(game.view(game.turn)))
    assert state == game.to_bytes().hex()
    if compilation.COMPILED:
        assert started == "False True False True"
        assert changed == "True True CPUDispatcher"


def test_one_compiles_and_the_others_wait(part: CompiledPart) -> None:
    running: list[str] = []
    most: list[int] = []

    def work() -> None:
        running.append("here")
        most.append(len(running))
        pause.wait(0.05)
        running.pop()

    pause = threading.Event()
    parts = [CompiledPart("part", "a part", seconds=5) for _ in range(4)]
    threads = [threading.Thread(target=other.compile_once, args=(work,)) for other in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1, 1, 1, 1]


def test_the_hash_of_a_module_does_not_depend_on_what_is_imported() -> None:
    script = f"from branchline.engine.kernel.compilation import source_hash; print(source_hash({SEARCH!r}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == source_hash(SEARCH)


def test_the_hash_covers_every_compiled_source() -> None:
    sources = {**compilation._rules_sources()}
    compilation._collect(SEARCH, sources, engine=False)
    assert {
        "branchline.engine.kernel.layout",
        "branchline.engine.kernel.reasons",
        "branchline.engine.rules.legal",
        "branchline.bots.planner.plan",
        "branchline.bots.search.records",
        "branchline.bots.search.rollout",
    } <= set(sources)
    assert not [name for name in sources if name.startswith("branchline.boards")]


def test_other_sources_have_another_folder() -> None:
    assert cache_folder() != cache_folder(SEARCH)
    assert cache_folder().name.startswith(f"kernel-{source_hash()}-")


def test_another_checkout_with_the_same_sources_has_another_folder(tmp_path: Path) -> None:
    package = Path(compilation.__file__).parents[2]
    shutil.copytree(package, tmp_path / package.name, ignore=_all_but_python)
    script = (
        "from branchline.engine.kernel.compilation import cache_folder as f, source_hash as h; print(h(), f().name)"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True, env=_path(tmp_path)
    )
    assert found.stdout.split()[0] == source_hash()
    assert found.stdout.split()[1] != cache_folder().name


def _all_but_python(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith(".py") and not Path(folder, name).is_dir()]


def _path(folder: Path) -> dict[str, str]:
    # Coverage would count the sources of the other checkout too.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    return {**kept, "PYTHONPATH": str(folder)}


def test_threads_change_over_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    inside: list[int] = []
    most: list[int] = []

    def prepare() -> None:
        inside.append(1)
        time.sleep(0.01)  # long enough for the others to come in
        most.append(len(inside))
        inside.pop()

    monkeypatch.setattr(compilation, "COMPILED", True)
    monkeypatch.setattr(compilation, "_prepare", prepare)
    monkeypatch.setattr(compilation, "_use", lambda _: None)
    threads = [threading.Thread(target=compilation.change_over) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1, 1, 1, 1]


def test_numba_tells_flags_apart_as_before() -> None:
    from numba.core.compiler import Flags

    from branchline.engine.kernel import compiler

    plain, same, other = (cast("Any", Flags)() for _ in range(3))
    same.error_model = same.error_model  # set to its default
    other.release_gil = True
    for left in (plain, same, other):
        for right in (plain, same, other):
            assert (left == right) == compiler._same_flags(left, right)
            assert hash(left) == hash(right) or left != right
    assert plain == same
    assert plain != other

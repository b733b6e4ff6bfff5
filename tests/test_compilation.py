"""Compiled code: cached under a hash of its sources, compiled by one process at a time, announced once."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from branchline.engine.kernel import compilation
from branchline.engine.kernel.compilation import CompiledPart, cache_folder, source_hash

if TYPE_CHECKING:
    from pathlib import Path

SEARCH = "branchline.bots.search.search"


@pytest.fixture
def part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CompiledPart:
    """A part in a cache of its own, as if the kernel were compiled."""
    monkeypatch.setenv("BRANCHLINE_CACHE", str(tmp_path))
    monkeypatch.setattr(compilation, "COMPILED", True)
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


def test_the_first_compilation_is_announced_once(
    part: CompiledPart, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    part.compile_once(lambda: None)
    first = capsys.readouterr().err
    assert first.startswith("Compiling a part, once: this takes about 5 seconds …\nCompiled in ")
    part.compile_once(lambda: None)
    CompiledPart("part", "a part", seconds=5).compile_once(lambda: None)
    assert capsys.readouterr().err == ""


def test_a_part_within_a_part_is_announced_with_the_outer_one(
    part: CompiledPart, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    inner = CompiledPart("inner", "an inner part", seconds=1)
    part.compile_once(lambda: inner.compile_once(lambda: part.compile_once(lambda: None)))
    printed = capsys.readouterr().err
    assert "Compiling a part" in printed
    assert "an inner part" not in printed
    assert inner.is_compiled


def test_without_a_terminal_nothing_is_announced(part: CompiledPart, capsys: pytest.CaptureFixture[str]) -> None:
    part.compile_once(lambda: None)
    assert capsys.readouterr().err == ""


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
    assert cache_folder().name == f"kernel-{source_hash()}"

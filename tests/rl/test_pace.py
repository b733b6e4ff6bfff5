"""Threads are used while they are faster: on a busy machine one thread does the work."""

from __future__ import annotations

from branchline.rl.pace import TRY_EVERY, Pace


def run(pace: Pace, calls: int, *, one: float, all_threads: float) -> float:
    """Return the total time of some calls, each of which takes as long as given."""
    total = 0.0
    for _ in range(calls):
        together = pace.choose()
        seconds = all_threads if together else one
        pace.note(seconds, all_threads=together)
        total += seconds
    return total


def test_all_threads_work_when_they_are_faster() -> None:
    total = run(Pace(), 1000, one=2.0, all_threads=1.0)
    assert total < 1.05 * 1000


def test_one_thread_works_when_all_are_slower() -> None:
    total = run(Pace(), 1000, one=1.0, all_threads=2.0)
    assert total < 1.05 * 1000


def test_the_choice_follows_the_load_of_the_machine() -> None:
    pace = Pace()
    run(pace, 200, one=1.0, all_threads=3.0)
    assert not pace.all_are_faster
    run(pace, 12 * TRY_EVERY, one=1.0, all_threads=0.5)
    assert pace.all_are_faster
    run(pace, 10, one=1.0, all_threads=3.0)
    assert not pace.all_are_faster


def test_the_time_of_the_work_is_measured() -> None:
    pace = Pace()
    for _ in range(2):
        with pace.measured():
            pass
    assert min(pace._one, pace._all) > 0

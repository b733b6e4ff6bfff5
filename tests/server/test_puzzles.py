"""What a browser gets of a puzzle: nothing but its seat's view, and the answer only after a choice."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from branchline.analysis.puzzles.puzzle import puzzle_of_the_day, shipped_puzzles
from branchline.boards.library import load_map
from branchline.server.live.map_store import _version_of
from branchline.server.projection.puzzles import PuzzlePosition, answer_of, position_of
from tests.server.people import http_get

if TYPE_CHECKING:
    from tests.server.servers import Server


def position(puzzle_id: str) -> PuzzlePosition:
    """Return what is sent of a puzzle."""
    puzzle = shipped_puzzles()[puzzle_id]
    return position_of(puzzle, _version_of(load_map(puzzle.map)))


def test_a_position_holds_nothing_that_its_seat_does_not_see() -> None:
    for name in list(shipped_puzzles())[::12]:
        puzzle = shipped_puzzles()[name]
        game, sent = puzzle.game(), position(name)
        text, state = msgspec.json.encode(sent).decode(), sent.state
        assert (state.commitment, state.seed, state.revealed, state.legal) == (None, None, None, None)
        assert game.seed.hex() not in text
        assert state.hand == {kind: number for kind, number in game.hand(game.turn).items() if number}
        assert set(state.tickets or {}) == set(game.tickets_of(game.turn))
        assert '"hands"' not in text


def test_the_choices_are_sent_without_what_they_are_worth() -> None:
    name = next(iter(shipped_puzzles()))
    text = msgspec.json.encode(position(name)).decode()
    assert '"chance"' not in text
    assert '"loss"' not in text
    assert '"reasons"' not in text


def test_the_answer_names_the_best_choice_and_why() -> None:
    for puzzle in list(shipped_puzzles().values())[::20]:
        best = puzzle.shuffled.index(puzzle.best)
        answers = [answer_of(puzzle, choice) for choice in range(len(puzzle.choices))]
        assert [answer.right for answer in answers] == [choice == best for choice in range(len(answers))]
        assert all(answer.best == best and answer.reasons for answer in answers)
        assert answers[0].values[best].loss == 0


def test_the_server_has_a_puzzle_for_today(server: Server) -> None:
    found = http_get(f"{server.address}/api/puzzles").json()
    day = datetime.fromisoformat(found["day"]).replace(tzinfo=UTC).date()
    assert found["today"] == puzzle_of_the_day(day).id
    assert len(found["puzzles"]) == len(shipped_puzzles())
    sent = http_get(f"{server.address}/api/puzzles/{found['today']}").json()
    assert len(sent["choices"]) >= 3
    assert http_get(f"{server.address}/api/puzzles/nothing").status_code == 404

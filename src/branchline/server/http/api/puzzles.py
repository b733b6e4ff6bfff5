"""The endpoints of puzzles: the list, a position as its seat sees it, and the answer with its reasons."""

from __future__ import annotations

from datetime import UTC, date, datetime

from branchline.analysis.puzzles.puzzle import puzzle_of_the_day, shipped_puzzles
from branchline.server.http import bodies, rate_limits
from branchline.server.http.api.endpoint import Call, Endpoint
from branchline.server.http.api.exercises import chosen, named
from branchline.server.projection.puzzles import PuzzleAnswer, PuzzlePosition, answer_of, position_of

PUZZLE = "/api/puzzles/{puzzle}"


async def list_puzzles(call: Call) -> bodies.Puzzles:
    """List all puzzles, and name the one of today (UTC), which is the same for everyone."""
    del call
    today = datetime.now(UTC).date()
    rows = [
        bodies.PuzzleRow(id=puzzle.id, map=puzzle.map, players=puzzle.players, level=puzzle.level)
        for puzzle in shipped_puzzles().values()
    ]
    return bodies.Puzzles(puzzles=rows, day=today.isoformat(), today=_of_the_day(today))


async def get_puzzle(call: Call) -> PuzzlePosition:
    """Return the position of a puzzle, as the seat that decides sees it, and the moves to choose from."""
    puzzle = named(call, "puzzle", shipped_puzzles())
    return await call.in_thread(position_of, puzzle, await call.map_of_exercise(puzzle.map))


async def answer_puzzle(call: Call) -> PuzzleAnswer:
    """Answer a puzzle: say whether the choice is the best one, what each is worth, and why."""
    puzzle = named(call, "puzzle", shipped_puzzles())
    return answer_of(puzzle, chosen(call, "puzzle", puzzle.choices))


def _of_the_day(today: date) -> str | None:
    return puzzle_of_the_day(today).id if shipped_puzzles() else None


ENDPOINTS = (
    Endpoint("GET", "/api/puzzles", list_puzzles, bodies.Puzzles),
    Endpoint("GET", PUZZLE, get_puzzle, PuzzlePosition, rate=rate_limits.ASKING),
    Endpoint("POST", f"{PUZZLE}/answer", answer_puzzle, PuzzleAnswer, bodies.AnswerQuestion, rate_limits.ASKING),
)

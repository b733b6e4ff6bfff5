"""The endpoints of puzzles: the list, a position as its seat sees it, and the answer with its reasons."""

from __future__ import annotations

from datetime import UTC, date, datetime

from branchline.analysis.puzzles.puzzle import Puzzle, puzzle_of_the_day, shipped_puzzles
from branchline.server.http import bodies, rate_limits
from branchline.server.http.api.endpoint import Call, Endpoint
from branchline.server.projection.puzzles import PuzzleAnswer, PuzzlePosition, answer_of, position_of
from branchline.server.refusal import Refusal

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
    puzzle = _puzzle(call)
    return await call.in_thread(position_of, puzzle, await call.map_to_play(puzzle.map))


async def answer_puzzle(call: Call) -> PuzzleAnswer:
    """Answer a puzzle: say whether the choice is the best one, what each is worth, and why."""
    puzzle, choice = _puzzle(call), call.body.choice
    if not 0 <= choice < len(puzzle.choices):
        raise Refusal("bad_request", f"This puzzle has the choices 0 to {len(puzzle.choices) - 1}, not {choice}.")
    return answer_of(puzzle, choice)


def _puzzle(call: Call) -> Puzzle:
    name = str(call.request.path_params["puzzle"])
    puzzle = shipped_puzzles().get(name)
    if puzzle is None:
        raise Refusal("not_found", f'There is no puzzle "{name[:40]}".')
    return puzzle


def _of_the_day(today: date) -> str | None:
    return puzzle_of_the_day(today).id if shipped_puzzles() else None


ENDPOINTS = (
    Endpoint("GET", "/api/puzzles", list_puzzles, bodies.Puzzles),
    Endpoint("GET", PUZZLE, get_puzzle, PuzzlePosition, rate=rate_limits.ASKING),
    Endpoint("POST", f"{PUZZLE}/answer", answer_puzzle, PuzzleAnswer, bodies.AnswerPuzzle, rate_limits.ASKING),
)

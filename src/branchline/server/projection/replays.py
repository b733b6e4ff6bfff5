"""A finished game to step through: a first state, then a patch for each move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.actions import decode, notation
from branchline.server.http import bodies
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.projection.patch import difference
from branchline.server.projection.state import Eyes, Presence, plain, state_of, step_of

if TYPE_CHECKING:
    from branchline.server.live.match import Happened


def replay_of(match: Match, eyes: str) -> bodies.Replay:
    """Return a finished match as `eyes` saw it: a seat's, a spectator's ("none"), or everyone's at once ("all").

    Moves that were taken back are left out: the game is what stands.
    """
    again = Match(match.id, lambda *_: match.board)
    seat = int(eyes) if eyes.isdigit() else None
    _set_table(again, match)
    state = _look(again, seat, everything=eyes == "all")
    first = state
    steps = []
    for code, mover in zip(match.playing.log, match.movers, strict=True):
        happened = again.apply(again.seq + 1, match.updated, None, r.Acted(mover, code))
        after = _look(again, seat, everything=eyes == "all")
        steps.append(_step(again, happened, seat, difference(state, after), everything=eyes == "all"))
        state = after
    return bodies.Replay(game=match.id, eyes=eyes, state=first, steps=steps)  # type: ignore[arg-type]


def _set_table(again: Match, match: Match) -> None:
    setups = [r.SeatSetup(seat.kind, seat.name, seat.color, seat.level) for seat in match.seats]
    created = r.Created(match.map, match.map_hash, match.title, setups, "", match.options, match.public, match.hints)
    again.apply(0, match.created, None, created)
    again.apply(1, match.created, None, r.Started(match.playing.key.hex(), list(range(len(setups)))))


def _look(match: Match, seat: int | None, *, everything: bool) -> dict[str, object]:
    """Return the state for one pair of eyes; for all of them, with every hand and ticket (the game is over)."""
    state = state_of(match, Eyes(seat, frozenset()), Presence())
    state.legal = None
    if everything:
        game = match.playing
        state.revealed = {number: game.tickets_of(number) for number in range(game.players)}
    shown = plain(state)
    if everything:
        shown["hands"] = {str(number): match.playing.hand(number) for number in range(match.playing.players)}
    return shown


def _step(
    match: Match, happened: Happened, seat: int | None, patch: dict[str, object], *, everything: bool
) -> bodies.ReplayStep:
    record = happened.record
    step = step_of(match, happened, happened.seat if everything else seat)
    text = None
    if isinstance(record, r.Acted) and (everything or record.seat == seat or not _is_secret(record)):
        text = notation(match.board, decode(match.board, record.code))
    return bodies.ReplayStep(
        seq=happened.seq - 1,
        move=happened.move,
        seat=happened.seat,
        say=step.say if step else [],
        events=step.events if step else [],
        patch=patch,
        text=text,
    )


def _is_secret(record: r.Acted) -> bool:
    """Tell whether an action's notation shows what only its seat knew: which tickets it kept."""
    from branchline.engine.codes import KEEP, KIND_MASK

    return record.code & KIND_MASK == KEEP

"""A finished game to step through: a first state, then a patch for each move."""

from __future__ import annotations

from typing import Any

from branchline.engine.actions import Keep, decode, notation
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.live.presence import Presence
from branchline.server.projection import wire
from branchline.server.projection.patch import difference
from branchline.server.projection.state import Projector, Viewer, to_json_values
from branchline.server.projection.steps import step_of


def replay_of(match: Match, viewer: str) -> wire.Replay:
    """Return a finished match as a seat saw it, as a spectator did ("none"), or with everything open ("all").

    Moves that were taken back are left out.
    """
    replayer = _Replayer(match, int(viewer) if viewer.isdigit() else None, everything=viewer == "all")
    first = replayer.state
    steps = [replayer.step(code, mover) for code, mover in zip(match.playing.log, match.movers, strict=True)]
    # The state is encoded from JSON values, since only those can be patched.
    return wire.Replay(game=match.id, viewer=viewer, state=first, steps=steps)  # type: ignore[arg-type]


class _Replayer:
    """Plays a match again and records what changes for one viewer."""

    def __init__(self, match: Match, seat: int | None, *, everything: bool) -> None:
        self._seat, self._everything = seat, everything
        self._at, self._redeals = match.updated, match.playing.redeals
        self._match = _set_up_again(match)
        self._projector = Projector(self._match)
        self.state = self._project()

    def _project(self) -> dict[str, Any]:
        """Return the state for the viewer; with everything open it has all hands and tickets."""
        state = self._projector.state(Viewer(self._seat), Presence())
        state.legal = None
        game = self._match.playing
        if self._everything:
            state.revealed = {number: game.tickets_of(number) for number in range(game.players)}
        values = to_json_values(state)
        if self._everything:
            values["hands"] = {str(number): game.hand(number) for number in range(game.players)}
        return values

    def step(self, code: int, mover: int) -> wire.ReplayStep:
        """Play the next action and return the step."""
        if self._match.moves in self._redeals:
            self._match.playing.redeal(self._redeals[self._match.moves])
        entry = self._match.apply(self._match.seq + 1, self._at, None, r.Acted(mover, code))
        before, self.state = self.state, self._project()
        step = step_of(entry, mover if self._everything else self._seat)
        return wire.ReplayStep(
            seq=entry.seq - 1,
            move=entry.move,
            seat=entry.seat,
            events=step.events if step else [],
            patch=difference(before, self.state),
            text=self._text(code, mover),
        )

    def _text(self, code: int, mover: int) -> str | None:
        """Return the notation of an action, unless it shows what only its seat knew: which tickets it kept."""
        action = decode(self._match.board, code)
        if isinstance(action, Keep) and not self._everything and mover != self._seat:
            return None
        return notation(self._match.board, action)


def _set_up_again(match: Match) -> Match:
    """Return a new match with the same table and seed, before the first move."""
    again = Match(match.id, lambda *_: match.board)
    setups = [r.SeatSetup(seat.kind, seat.name, seat.color, seat.level) for seat in match.seats]
    created = r.Created(match.map, match.map_hash, match.title, setups, "", match.options, match.public, match.hints)
    game = match.playing
    started = r.Started(game.seed.hex(), list(range(len(setups))), [entropy.hex() for entropy in game.entropy])
    again.apply(0, match.created, None, created)
    again.apply(1, match.created, None, started)
    return again

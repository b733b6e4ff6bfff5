"""Bots as command lines: JSON lines over standard input and output, in any language.

Each line sent is an object with a `type`: `start` (the board, once a game), `choose` (a view, the legal
actions, the seconds to answer). The answer to `choose` is one line: `{"choice": 3}`, a place in the list
of legal actions, or `{"action": "draw deck"}`, a line of notation.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
from typing import TYPE_CHECKING, Any

import msgspec

from branchline.bots.base import Bot, Clock
from branchline.bots.greedy.bot import GreedyBot
from branchline.bots.wire import board_json, legal_json, view_json
from branchline.engine.actions import parse
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from branchline.engine.actions import Action
    from branchline.engine.table import Legal
    from branchline.engine.views import View

PATIENCE = 10.0
"""Seconds a command may take where the game sets no clock."""
GIVE_UP = 5
"""So often may a command fail in one game before it is left alone until the next."""
LONGEST_LINE = 65536
GONE = b""


class NoAnswer(BranchlineError):  # noqa: N818 (not a mistake of the user's)
    """A command that died, stalled or answered nonsense; the fallback plays this move."""


class Answer(msgspec.Struct, forbid_unknown_fields=False):
    """What a command answers: one of the two."""

    choice: int | None = None
    action: str | None = None


class Mishap(msgspec.Struct, frozen=True):
    """One move that the fallback had to play."""

    command: str
    turn: int
    why: str


class Command:
    """A running command, and a thread that reads its lines."""

    def __init__(self, words: list[str]) -> None:
        try:
            self.process = subprocess.Popen(  # noqa: S603 (the user's own command)
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise NoAnswer(f"it cannot be started: {error.strerror}") from None
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        stdout = self.process.stdout
        while stdout is not None and (line := stdout.readline(LONGEST_LINE)):
            self.lines.put(line)
        self.lines.put(GONE)

    def send(self, message: dict[str, Any]) -> None:
        """Send one line."""
        stdin = self.process.stdin
        try:
            if stdin is not None:
                stdin.write(msgspec.json.encode(message) + b"\n")
                stdin.flush()
        except OSError:
            raise NoAnswer("it has ended") from None

    def ask(self, message: dict[str, Any], seconds: float) -> bytes:
        """Send one line and return the answer to it; what was said before is not it."""
        while not self.lines.empty():
            if self.lines.get() == GONE:
                raise NoAnswer("it has ended")
        self.send(message)
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise NoAnswer(f"no answer within {seconds:g} s") from None
        if line == GONE:
            raise NoAnswer("it has ended")
        return line

    def stop(self) -> None:
        """End the command and wait for it."""
        for stream in (self.process.stdin,):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
        try:
            self.process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(timeout=1.0)
        if self.process.stdout is not None:
            self.process.stdout.close()


class CommandBot(Bot):
    """A bot in a process of its own; where it fails, `greedy` plays the move and the failure is noted."""

    def __init__(self, words: list[str]) -> None:
        super().__init__()
        self.words = words
        self.mishaps: list[Mishap] = []
        self._command: Command | None = None
        self._told = False
        self._failures = 0
        self._fallback = GreedyBot()

    def start(self, seed: int) -> None:
        """Begin a game: the command is told of the board with the first view."""
        self._fallback.start(seed)
        self._seed = seed
        self._told = False
        self._failures = 0

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:
        """Ask the command; play the fallback's move where it has no good answer."""
        try:
            return self._ask(view, legal or view.legal, (clock or Clock()).seconds or PATIENCE)
        except NoAnswer as problem:
            self._failures += 1
            self.mishaps.append(Mishap(" ".join(self.words), view.turns, str(problem)))
            self.stop()  # a late answer must never be taken for the next one
            return self._fallback.choose(view)

    def _ask(self, view: View, legal: Legal, seconds: float) -> Action:
        if self._failures >= GIVE_UP:
            raise NoAnswer(f"it failed {GIVE_UP} times in this game, and was not asked again")
        if self._command is None:
            self._command = Command(self.words)
            self._told = False
        if not self._told:
            self._told = True
            hello = {"type": "start", "seat": view.seat, "seed": getattr(self, "_seed", 0)}
            self._command.send({**hello, "board": board_json(view.board)})
        moves = legal_json(view, legal)
        question = {"type": "choose", "seconds": seconds, "view": view_json(view), "legal": moves}
        return self._read(view, legal, moves, self._command.ask(question, seconds))

    def _read(self, view: View, legal: Legal, moves: list[str], line: bytes) -> Action:
        shown = line.decode("utf-8", "replace").strip()[:80]
        try:
            answer = msgspec.json.decode(line, type=Answer)
        except msgspec.MsgspecError:
            raise NoAnswer(f"its answer was not understood: {shown}") from None
        if answer.choice is not None:
            if not 0 <= answer.choice < len(moves):
                raise NoAnswer(f"it chose {answer.choice} of {len(moves)} actions")
            return legal[answer.choice]
        try:
            action = parse(view.board, answer.action or "")
        except BranchlineError as error:
            raise NoAnswer(f"its answer was not understood: {error}") from None
        if why := legal.why_not(action):
            raise NoAnswer(f'it answered "{answer.action}": {why}')
        return action

    def stop(self) -> None:
        """End the command."""
        if self._command is not None:
            self._command.stop()
            self._command = None

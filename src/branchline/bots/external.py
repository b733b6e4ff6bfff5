"""Bots as command lines: JSON lines over standard input and output, in any language.

Each line sent is an object with a `type`: `start` (once a game: the map's facts) and `choose` (the state, and the
seconds to answer). Facts and state are those that a browser gets. The answer to `choose` is one line, one of:
`{"action": {"action": "draw", "card": "deck"}}`, an action as a browser sends it; `{"text": "draw deck"}`, a line of
notation; `{"choice": 3}`, a place in the list `actions` of the question.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import shutil
import subprocess
import threading
from typing import TYPE_CHECKING

import msgspec

from branchline.boards.map_facts import Facts, facts_of
from branchline.bots.base import Bot, BotError, Clock
from branchline.bots.policies import GreedyBot
from branchline.engine.actions import Action, notation, parse
from branchline.engine.view_state.build import view_state
from branchline.engine.view_state.network import NetworkCache
from branchline.engine.view_state.types import ViewState
from branchline.errors import BranchlineError

if TYPE_CHECKING:
    from branchline.engine.table import Legal
    from branchline.engine.views import View

DEFAULT_SECONDS = 10.0
"""Seconds that a command may take if the game sets no clock."""
MOST_FAILURES = 5
"""Failures in one game after which a command is not asked again until the next game."""
LONGEST_LINE = 65536
END_OF_OUTPUT = b""


class NoAnswer(BranchlineError):  # noqa: N818 (not a mistake of the user's)
    """A command that ended, stalled or gave an invalid answer; the fallback plays this move."""


class Start(msgspec.Struct, tag_field="type", tag="start"):
    """The first line of a game: the command's seat, a seed for its own dice, and the facts of the map."""

    you: int | None
    seed: int
    facts: Facts


class Choose(msgspec.Struct, tag_field="type", tag="choose"):
    """A question: the state as a browser gets it, and every listed action as a line of notation."""

    seconds: float
    state: ViewState
    actions: list[str]


class Answer(msgspec.Struct):
    """The answer to a question, in one of its three fields."""

    action: Action | None = None
    text: str | None = None
    choice: int | None = None


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
            raise BotError(f"`{shlex.join(words)}` cannot be started: {error.strerror}.") from None
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        stdout = self.process.stdout
        while stdout is not None and (line := stdout.readline(LONGEST_LINE)):
            self.lines.put(line)
        self.lines.put(END_OF_OUTPUT)

    def send(self, message: Start | Choose) -> None:
        """Send one line."""
        stdin = self.process.stdin
        try:
            if stdin is not None:
                stdin.write(msgspec.json.encode(message) + b"\n")
                stdin.flush()
        except OSError:
            raise NoAnswer("it has ended") from None

    def ask(self, question: Choose) -> bytes:
        """Send a question and return the line that answers it; lines written earlier are dropped."""
        while not self.lines.empty():
            if self.lines.get() == END_OF_OUTPUT:
                raise NoAnswer("it has ended")
        self.send(question)
        try:
            line = self.lines.get(timeout=question.seconds)
        except queue.Empty:
            raise NoAnswer(f"no answer within {question.seconds:g} s") from None
        if line == END_OF_OUTPUT:
            raise NoAnswer("it has ended")
        return line

    def stop(self) -> None:
        """End the command and wait for it."""
        with contextlib.suppress(OSError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        try:
            self.process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(timeout=1.0)
        if self.process.stdout is not None:
            self.process.stdout.close()


class CommandBot(Bot):
    """A bot in its own process; when it fails, `greedy` plays the move and the failure is recorded."""

    def __init__(self, words: list[str]) -> None:
        super().__init__()
        if shutil.which(words[0]) is None:
            raise BotError(f'There is no program "{words[0]}" that can be run for "cmd:{shlex.join(words)}".')
        self.words = words
        self.mishaps: list[Mishap] = []
        self._command: Command | None = None
        self._started = False
        self._seed = 0
        self._failures = 0
        self._cache = NetworkCache()
        self._fallback = GreedyBot()

    def start(self, seed: int) -> None:
        """Begin a game; the command gets its first line with the first question."""
        self._fallback.start(seed)
        self._seed = seed
        self._started = False
        self._failures = 0
        self._cache = NetworkCache()

    def choose(self, view: View, legal: Legal | None = None, clock: Clock | None = None) -> Action:
        """Ask the command; play the fallback's move if it gives no good answer."""
        try:
            return self._ask(view, legal or view.legal, (clock or Clock()).seconds or DEFAULT_SECONDS)
        except NoAnswer as problem:
            self._failures += 1
            self.mishaps.append(Mishap(shlex.join(self.words), view.turns, str(problem)))
            self.stop()  # a late answer must not be mistaken for the next one
            return self._fallback.choose(view)

    def _ask(self, view: View, legal: Legal, seconds: float) -> Action:
        if self._failures >= MOST_FAILURES:
            raise NoAnswer(f"it failed {MOST_FAILURES} times in this game, and was not asked again")
        if self._command is None:
            self._command = Command(self.words)
            self._started = False
        if not self._started:
            self._started = True
            board = view.board
            facts = facts_of(board.map_id, board.hash[:16], board.spec)
            self._command.send(Start(you=view.seat, seed=self._seed, facts=facts))
        actions = [notation(view.board, action) for action in legal]
        line = self._command.ask(Choose(seconds=seconds, state=view_state(view, self._cache), actions=actions))
        return _read(view, legal, line)

    def stop(self) -> None:
        """End the command."""
        if self._command is not None:
            self._command.stop()
            self._command = None


def _read(view: View, legal: Legal, line: bytes) -> Action:
    """Return the action that an answer names."""
    try:
        answer = msgspec.json.decode(line, type=Answer)
    except msgspec.MsgspecError:
        shown = line.decode("utf-8", "replace").strip()[:80]
        raise NoAnswer(f"its answer was not understood: {shown}") from None
    if answer.choice is not None:
        if not 0 <= answer.choice < len(legal):
            raise NoAnswer(f"it chose {answer.choice} of {len(legal)} actions")
        return legal[answer.choice]
    try:
        action = answer.action if answer.action is not None else parse(view.board, answer.text or "")
        refusal = legal.why_not(action)
    except BranchlineError as error:
        raise NoAnswer(f"its answer was not understood: {error}") from None
    if refusal:
        raise NoAnswer(f'it answered "{notation(view.board, action)}": {refusal}')
    return action

"""A match is folded from its records: the same records, the same match; and the server plays where nobody does."""

from __future__ import annotations

import asyncio
import random
import time
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import branchline as bl
from branchline.bots import warmup
from branchline.engine.view_state.ticket_help import TicketPaths
from branchline.engine.views import View
from branchline.server.live import autoplay, commands, table_events
from branchline.server.live import records as r
from branchline.server.live.autoplay import Autoplayer
from branchline.server.live.bot_players import check_level
from branchline.server.live.match import Match
from branchline.server.live.players import COLORS
from branchline.server.live.rooms import Room
from branchline.server.projection import wire
from branchline.server.projection.feed import feed_of
from branchline.server.projection.game_rows import row_of
from branchline.server.projection.state import Viewer
from branchline.server.projection.steps import step_of
from branchline.server.refusal import Refusal
from branchline.server.settings import Settings
from tests.server.test_leak import NoStore, Recorder, new_match, new_room, state_values

if TYPE_CHECKING:
    from branchline.server.live.records import Record


def played(match: Match, moves: int, seed: int = 1) -> list[tuple[int, float, Record]]:
    """Play some random moves and return the records."""
    dice = random.Random(seed)
    made: list[tuple[int, float, Record]] = []
    for _ in range(moves):
        if match.stage != "playing":
            break
        record = r.Acted(match.playing.turn, int(dice.choice(match.playing.legal.codes.tolist())))
        match.apply(match.seq + 1, 5.0, None, record)
        made.append((match.seq, 5.0, record))
    return made


def test_the_same_records_give_the_same_match() -> None:
    first, second = new_match("paris", 3, []), new_match("paris", 3, [])
    for seq, at, record in played(first, 60):
        again = msgspec.json.decode(r.to_text(record), type=r.Record)
        second.apply(seq, at, None, again)
    assert first.playing.to_bytes() == second.playing.to_bytes()
    for viewer in (Viewer(), Viewer(0, frozenset({0})), Viewer(2, frozenset({2}))):
        assert state_values(first, viewer) == state_values(second, viewer)


def test_colors_of_older_records_are_replaced_by_different_ones() -> None:
    match = new_match("usa", 5, [])  # every seat of its records is red
    assert {seat.color for seat in match.seats} == set(COLORS)


def test_a_record_out_of_place_is_refused() -> None:
    match = new_match("london", 2, [])
    with pytest.raises(ValueError, match="cannot follow"):
        match.apply(match.seq + 2, 1.0, None, r.Said("Ada", "hello"))


def test_an_action_is_judged_when_it_is_proposed_and_not_again_when_it_is_applied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def judge(*_: object) -> int:
        raise AssertionError("The action was judged twice.")

    async def play() -> None:
        room = new_room(new_match("london", 2, []))
        await room.submit(None, lambda match: commands.act(match, 0, match.rev, bl.Keep((0,))))
        with pytest.raises(Refusal, match="At least one ticket"):
            await room.submit(None, lambda match: commands.act(match, 1, match.rev, bl.Keep(())))
        assert room.match.moves == 1

    monkeypatch.setattr("branchline.engine.game.play_at", judge)
    asyncio.run(play())


def test_an_action_that_is_read_from_the_store_is_judged() -> None:
    match = new_match("london", 2, [])
    before = match.playing.to_bytes()
    with pytest.raises(bl.IllegalAction):
        match.apply(match.seq + 1, 1.0, None, r.Acted(0, match.playing.code_of("draw deck")))
    assert match.playing.to_bytes() == before


def test_an_undo_recorded_by_0_1_0_restores_the_same_bytes() -> None:
    match = new_match("london", 2, [])
    played(match, 10)
    before, moves = match.playing.to_bytes(), match.moves
    played(match, 5)
    match.apply(match.seq + 1, 6.0, None, r.UndoAsked(0, moves))
    assert match.playing.to_bytes() == before
    assert match.moves == len(match.movers) == moves


def test_undo_needs_each_other_person() -> None:
    match = new_match("london", 3, [])
    played(match, 3)  # first tickets, of which everybody chooses
    mover = match.movers[-1]
    asked = commands.ask_undo(match, mover)
    assert sorted([*asked.needs, mover]) == [0, 1, 2]
    match.apply(match.seq + 1, 6.0, None, asked)
    for seat in asked.needs:
        assert match.undo is not None
        match.apply(match.seq + 1, 6.0, None, commands.answer_undo(match, seat, yes=True))
    assert match.undo is None
    assert match.moves == asked.to


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Load the rules and a bot before anything waits for them."""
    warmup.load(warmup.PLAY)
    warmup.load(warmup.PLANNER)


def test_the_clock_lets_the_server_decide() -> None:
    async def play() -> None:
        match = new_match("london", 2, [])
        match.clock, match.moved_at = 10, time.time() - 60
        autoplayer = Autoplayer(Settings(bot_pause=0))
        room = new_room(match, autoplayer.check)
        autoplayer.check(room)
        for _ in range(3000):
            await asyncio.sleep(0.01)
            if match.moves == 2:
                break
        await autoplayer.stop()
        acted = [entry.record for entry in match.log if isinstance(entry.record, r.Acted)]
        assert [record.by for record in acted] == ["clock", "clock"]

    asyncio.run(play())


def test_an_undo_during_a_bots_pause_is_no_failure_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[str] = []
    monkeypatch.setattr(autoplay, "log", lambda: SimpleNamespace(error=lambda event, **_: logged.append(event)))

    async def play() -> None:
        match = new_match("london", 2, [])
        match.seats[1].kind, match.seats[1].level, match.seats[1].guests = "bot", "easy", set()
        autoplayer = Autoplayer(Settings(bot_pause=0.1))
        room = new_room(match, autoplayer.check)
        await feed_of(room).enter(Recorder(Viewer(0, frozenset({0}))))
        claimed = 0
        while claimed < 3:
            view = match.view(0)
            claims = [action for action in view.legal if isinstance(action, bl.Claim)]
            action = claims[0] if claims else next(iter(view.legal))
            await room.submit(None, partial(commands.act, seat=0, rev=match.rev, wanted=action))
            if claims:  # the bot is about to move, and waits a moment before it does
                claimed += 1
                await asyncio.sleep(0.01)
                assert match.waiting_for_server == 1
                await room.submit(None, lambda m: commands.ask_undo(m, 0))
                await room.submit(None, partial(commands.act, seat=0, rev=match.rev, wanted=action))
            while 0 not in match.deciding:  # noqa: ASYNC110
                await asyncio.sleep(0.005)
        await autoplayer.stop()

    asyncio.run(play())
    assert logged == []


def test_a_bot_whose_move_is_refused_in_the_same_position_tries_again_after_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It must not keep the processor busy by trying at once, again and again."""
    logged: list[str] = []
    refused = [Refusal("stale", "The game has moved on.")] * 3
    act_for = commands.act_for

    def refusing(match: Match, **more: Any) -> Record:  # noqa: ANN401 (passed on)
        if refused:
            raise refused.pop()
        return act_for(match, **more)

    monkeypatch.setattr(commands, "act_for", refusing)
    monkeypatch.setattr(autoplay, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(autoplay, "log", lambda: SimpleNamespace(error=lambda event, **_: logged.append(event)))

    async def play() -> None:
        match = new_match("london", 2, [])
        match.seats[1].kind, match.seats[1].level, match.seats[1].guests = "bot", "easy", set()
        autoplayer = Autoplayer(Settings(bot_pause=0))
        autoplayer.check(new_room(match, autoplayer.check))
        while not match.playing.has_chosen(1):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        await autoplayer.stop()

    asyncio.run(play())
    assert logged == ["bot_stuck"] * 3


def test_a_bot_plays_for_a_player_who_resigned_while_others_play() -> None:
    async def play() -> None:
        match = new_match("london", 3, [])
        autoplayer = Autoplayer(Settings(bot_pause=0))
        room = new_room(match, autoplayer.check)
        assert "last_opponent" not in state_values(match, Viewer(1))
        await room.submit(None, lambda m: commands.resign(m, 0))
        assert "last_opponent" not in state_values(match, Viewer(0))
        assert state_values(match, Viewer(1))["last_opponent"] == 2
        for _ in range(3000):
            await asyncio.sleep(0.01)
            if match.moves:
                break
        assert match.stage == "playing"
        assert match.playing.has_chosen(0)
        with pytest.raises(Refusal, match="resigned"):
            commands.act(match, 0, match.rev, bl.Keep((0,)))
        await room.submit(None, lambda m: commands.resign(m, 1))
        assert state_values(match, Viewer())["result"]["winners"] == [2]
        await autoplayer.stop()

    asyncio.run(play())


def test_a_resend_in_the_store_of_another_process_is_found() -> None:
    """The sender's id was stored by a process that died before it could answer: the next one acknowledges it."""

    async def play() -> None:
        match = new_match("london", 2, [])
        stored: list[tuple[int, float, str | None, str]] = []

        class Elsewhere(NoStore):
            async def append(self, entry: object) -> bool:
                return False

            async def records(self, game: str, after: int) -> list[tuple[int, float, str | None, str]]:
                return [row for row in stored if row[0] > after]

        code = match.playing.code_of(bl.Keep((0,), 0))
        stored.append((match.seq, match.updated, None, "{}"))
        stored.append((match.seq + 1, 2.0, "c0:x", r.to_text(r.Acted(0, code))))
        room = Room(match, Elsewhere(), row_of, lambda _: None)  # type: ignore[arg-type]
        seq, again = await room.submit("c0:x", lambda m: commands.act(m, 0, m.rev, bl.Keep((0,))))
        assert (seq, again) == (2, True)
        assert match.moves == 1

    asyncio.run(play())


def test_a_guest_cannot_name_files_commands_or_parameters_as_bots() -> None:
    for level in ("cmd:rm -rf /", "evil.py:Bot", "planner:risk=0.1", "no such bot"):
        with pytest.raises(Refusal, match="There is no bot"):
            check_level(level)


def test_a_bot_that_a_server_does_not_compile_is_refused() -> None:
    with pytest.raises(Refusal, match="There is no bot"):
        check_level("learned")


# -- help with tickets -------------------------------------------------------------------------


def test_ticket_help_follows_the_game() -> None:
    match = new_match("london", 2, [])
    played(match, 40, seed=3)
    board = match.board
    for seat in range(2):
        view = match.view(seat)
        for ticket, help_ in TicketPaths(match.board, seat).help(view, view.tickets).items():
            made = board.completed(view.routes_of(seat), ticket)
            assert (help_.status == "made") == made
            if help_.status != "lost":
                assert board.completed(help_.path, ticket)
                assert set(help_.path) <= set(view.open_routes) | set(view.routes_of(seat))
                missing = [route for route in help_.path if route not in view.routes_of(seat)]
                assert help_.pieces == sum(board.routes[route].length for route in missing)
                assert help_.pieces <= view.pieces[seat]


def test_a_ticket_without_an_open_path_is_lost() -> None:
    match = new_match("london", 2, [])
    view = match.view(0)
    assert TicketPaths(view.board, 0).help(view, [0])[0].status == "open"
    record = view.record
    record["open"] = 0
    assert TicketPaths(view.board, 0).help(View(view.board, record), [0])[0].status == "lost"


def test_a_ticket_that_takes_more_pieces_than_are_left_is_lost() -> None:
    view = new_match("london", 2, []).view(0)
    record = view.record
    record["pieces"] = 1
    assert TicketPaths(view.board, 0).help(View(view.board, record), [0])[0].status == "lost"


@pytest.mark.parametrize(("map_name", "options"), [("usa", []), ("london", []), ("uk", ["advanced"]), ("paris", [])])
def test_paths_that_are_followed_are_those_found_from_scratch(map_name: str, options: list[str]) -> None:
    match = new_match(map_name, 2, options)
    followed = [TicketPaths(match.board, seat) for seat in range(2)]
    tickets = list(range(len(match.board.tickets)))
    for move in range(80):
        played(match, 1, seed=move)
        if move % 20 == 13:
            match.playing.undo()
        for seat in range(2):
            view = match.view(seat)
            assert followed[seat].help(view, tickets) == TicketPaths(match.board, seat).help(view, tickets)


def test_legal_moves_are_exactly_those_the_engine_lists() -> None:
    from tests.server.people import offered

    match = new_match("paris", 2, [])
    played(match, 12)
    while match.playing.phase != "turn":
        played(match, 1)
    seat = match.playing.turn
    state = state_values(match, Viewer(seat, frozenset({seat})))
    listed = {match.playing.code_of(msgspec.convert(action, bl.Action)) for action in offered(state["legal"])}
    engine = set(match.playing.legal.codes.tolist())
    assert listed <= engine
    flagless = {code for code in engine if code | 1 << 57 not in engine or code >> 57 & 1}
    assert flagless <= listed
    assert isinstance(msgspec.convert(state, wire.State, strict=False), wire.State)


def test_the_log_names_who_sat_down_also_after_the_seats_were_shuffled() -> None:
    match = Match("log", lambda name, digest, seats, chosen: bl.load_map(name).board(seats, chosen))
    setups = [r.SeatSetup("person", "Ada", "red", guest="g0"), r.SeatSetup("open", "", "blue")]
    match.apply(0, 1.0, None, r.Created("london", "0" * 64, "T", setups, "g0", []))
    match.apply(1, 1.0, None, r.SatDown(1, "g1", "Grace", "blue"))
    match.apply(2, 1.0, None, r.Started("ab" * 32, [1, 0]))
    step = step_of(match.log[1], None)
    assert step is not None
    assert (step.seat, match.seats[0].name) == (0, "Grace")
    assert step.events == [table_events.SeatTaken(0, "Grace")]

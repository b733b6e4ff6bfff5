"""A command that the state of a match does not allow is refused with a code, and leaves the match as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from branchline.server.live import commands
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.refusal import Refusal
from tests.server.test_leak import new_match

if TYPE_CHECKING:
    from collections.abc import Callable


def at_table(*chairs: r.SeatSetup) -> Match:
    """Return a table whose host is "host"; the other chairs are open unless they are given."""
    match = Match("g", lambda *_: new_match("london", 3, []).board)
    seats = [r.SeatSetup("person", "Ada", "navy", guest="host"), *chairs]
    seats += [r.SeatSetup("open", "", "wine")] * (3 - len(seats))
    match.apply(0, 1.0, None, r.Created("london", "", "", seats, "host"))
    return match


def playing() -> Match:
    return new_match("london", 3, [])


def resigned() -> Match:
    match = playing()
    match.apply(match.seq + 1, 2.0, None, r.Resigned(0))
    return match


def over() -> Match:
    match = resigned()
    match.apply(match.seq + 1, 3.0, None, r.Resigned(1))
    return match


BEN = r.SeatSetup("person", "Ben", "forest", guest="ben")


@pytest.mark.parametrize(
    ("match", "command", "code"),
    [
        (at_table, lambda match: commands.act(match, 0, 0, "draw deck"), "not_started"),
        (over, lambda match: commands.act(match, 2, match.rev, "draw deck"), "game_over"),
        (resigned, lambda match: commands.act(match, 0, match.rev, "keep 1"), "not_yours"),
        (playing, lambda match: commands.act(match, 0, match.rev, "fly to Paris"), "illegal"),
        (playing, lambda match: commands.act_for(match, 0, match.rev - 1, 1, "bot"), "stale"),
        (playing, lambda match: commands.ask_undo(match, 0), "nothing_to_undo"),
        (playing, lambda match: commands.answer_undo(match, 0, yes=True), "no_undo"),
        (resigned, lambda match: commands.resign(match, 0), "not_yours"),
        (playing, lambda match: commands.sit(match, "eve", 1, "Eve", "wine"), "already_started"),
        (at_table, lambda match: commands.sit(match, "eve", 0, "Eve", "wine"), "seat_taken"),
        (at_table, lambda match: commands.sit(match, "eve", 7, "Eve", "wine"), "not_found"),
        (at_table, lambda match: commands.join(match, "eve", 1), "no_secret"),
        (at_table, lambda match: commands.stand_up(match, "eve", 0), "not_yours"),
        (at_table, lambda match: commands.start(match, "eve"), "not_host"),
        (at_table, lambda match: commands.start(match, "host"), "seats_open"),
        (lambda: at_table(BEN), lambda match: commands.set_chair(match, "host", 1, "bot", "easy"), "seat_taken"),
    ],
)
def test_a_command_is_refused_with_a_code(
    match: Callable[[], Match], command: Callable[[Match], object], code: str
) -> None:
    before = match()
    seq = before.seq
    with pytest.raises(Refusal) as refused:
        command(before)
    assert refused.value.code == code
    assert before.seq == seq


def test_first_tickets_are_chosen_once_and_for_the_own_seat_only() -> None:
    match = playing()
    record = commands.act(match, 0, match.rev, "keep 1")
    match.apply(match.seq + 1, 2.0, None, record)
    with pytest.raises(Refusal, match="the others are still choosing"):
        commands.act(match, 0, match.rev, "keep 1")


def test_an_undo_is_asked_for_once_and_answered_by_those_it_needs() -> None:
    match = playing()
    match.apply(match.seq + 1, 2.0, None, commands.act(match, 0, match.rev, "keep 1"))
    match.apply(match.seq + 1, 3.0, None, commands.ask_undo(match, 0))
    with pytest.raises(Refusal, match="already a request"):
        commands.ask_undo(match, 1)
    with pytest.raises(Refusal, match="does not need your answer"):
        commands.answer_undo(match, 0, yes=True)


def test_the_host_opens_a_chair_and_others_keep_their_names_apart() -> None:
    match = at_table(r.SeatSetup("bot", "Bot", "forest", "easy"))
    assert commands.set_chair(match, "host", 1, "open", None).setup.kind == "open"
    assert commands.sit(match, "eve", 2, "Ada", "navy").name != "Ada"


def test_a_table_cannot_be_changed_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its records are kept, replayed and sent to everyone who enters."""
    match = at_table(r.SeatSetup("bot", "Bot", "copper", "easy"))
    monkeypatch.setattr(commands, "LONGEST_LOG", match.seq)
    changes: list[Callable[[], object]] = [
        lambda: commands.sit(match, "eve", 2, "Eve", "wine"),
        lambda: commands.set_chair(match, "host", 2, "bot", "easy"),
        lambda: commands.edit(match, "host", public=True),
        lambda: commands.stand_up(match, "host", 2),
    ]
    for change in changes:
        with pytest.raises(Refusal, match="too long") as refused:
            change()
        assert refused.value.code == "full"
    assert commands.stand_up(match, "host", 0).setup.kind == "open"  # whoever sits can always leave


def test_a_link_works_on_a_limited_number_of_devices() -> None:
    match = playing()
    for number in range(commands.MOST_DEVICES - 1):
        match.apply(match.seq + 1, 2.0, None, commands.join(match, f"device {number}", 0))
    with pytest.raises(Refusal, match="devices"):
        commands.join(match, "one more", 0)


def test_spectators_leave_room_in_the_log_for_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    match = playing()
    monkeypatch.setattr(commands, "LONGEST_LOG_OF_SPECTATORS", match.seq)
    with pytest.raises(Refusal, match="too long"):
        commands.check_space(match, spectator=True)
    commands.check_space(match)

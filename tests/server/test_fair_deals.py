"""Nobody can choose the seed of a game, and anybody can deal the game again with a program that shares no code."""

from __future__ import annotations

import asyncio
import hashlib
import random
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import branchline as bl
from branchline.boards.library import load_map
from branchline.engine.actions import decode, notation
from branchline.engine.deal import commitment_of, mixed_key, redeal_key, redealt, shuffled
from branchline.engine.game import Game, parse_save
from branchline.engine.kernel.chance import seed_key
from branchline.engine.saves import save_text
from branchline.server.live import commands
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.refusal import Refusal
from tests.compatibility.files import FOLDER
from tests.oracle.policies import choose
from tests.server.people import Guest

if TYPE_CHECKING:
    from branchline.server.live.records import Record
    from tests.server.servers import Server

ROOT = Path(__file__).parents[2]
VERIFIER = ROOT / "examples/verify_deal.py"
PAGE = (ROOT / "docs/fair-deals.md").read_text(encoding="utf-8")
SCRIPT = runpy.run_path(str(VERIFIER))
ADA, BOB = "11" * 32, "22" * 32


def verify(game: Path, rules: Path) -> subprocess.CompletedProcess[str]:
    """Run the verifier without any installed package, this one included."""
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(game), str(rules)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def dealt(game: Game) -> dict[str, Any]:
    """Return all that chance has decided, from the engine."""
    state: Any = game.records[0]
    kinds = [*game.board.colors, "wild"]
    numbers = [*range(len(game.board.colors)), 8]
    places = [(int(state.queue_head) + place) % len(state.queue) for place in range(int(state.queue_count))]
    return {
        "hands": [{**dict.fromkeys(kinds, 0), **game.hand(seat)} for seat in range(game.players)],
        "market": sorted(card for card in game.market if card),
        "deck": {kind: int(state.deck[number]) for kind, number in zip(kinds, numbers, strict=True)},
        "discards": {kind: int(state.discards[number]) for kind, number in zip(kinds, numbers, strict=True)},
        "tickets": [int(state.queue[place]) for place in places],
        "offers": [game.offer_of(seat) for seat in range(game.players)],
    }


def dealt_again(deal: Any) -> dict[str, Any]:  # noqa: ANN401 (a class of the script)
    """Return all that chance has decided, from the verifier."""
    names = ("hands", "deck", "discards", "tickets", "offers")
    return {**{name: getattr(deal, name) for name in names}, "market": sorted(deal.market)}


@pytest.mark.parametrize("policy", ["uniform", "collector", "blind hoarder"])
@pytest.mark.parametrize(
    ("map_id", "players", "options"),
    [
        ("usa", 5, []),
        ("london", 2, ["replacement_wild"]),
        ("paris", 3, ["single_draw"]),
        ("uk", 4, ["advanced", "replacement_wild"]),
        ("mini", 2, []),
    ],
)
def test_the_verifier_deals_every_card_and_ticket_as_the_engine(
    map_id: str, players: int, options: list[str], policy: str
) -> None:
    found, dice = load_map(map_id), random.Random(1)
    board = found.board(players, options)
    game = Game(board, seed_key(f"{map_id} {policy}"), (), [bytes.fromhex(ADA), bytes.fromhex(BOB)])
    deal = SCRIPT["Deal"](game.key, players, options, tomllib.loads(found.path.read_text(encoding="utf-8")))
    assert dealt_again(deal) == dealt(game)
    while not game.over:
        if dice.random() < 0.02:
            game.redeal()
            deal.play(f"redeal {game.redeals[len(game.log)]}")
        code = choose(game.legal.codes, policy, dice)
        game.play(code)
        deal.play(notation(board, decode(board, code)))
        assert dealt_again(deal) == dealt(game)


def test_the_test_vectors_of_the_docs_hold() -> None:
    seed = bytes(range(32))
    key = mixed_key(seed, [bytes.fromhex(ADA), bytes.fromhex(BOB)])
    stream = SCRIPT["chance"](key)
    first_redeal = redeal_key(key, 1)
    vectors = dict(re.findall(r"^\| ([^|`]+?) \| `?([^|`]+?)`? \|$", PAGE.split("## Test vectors")[1], re.MULTILINE))
    assert vectors["seed"] == seed.hex()
    assert vectors["commitment"] == commitment_of(seed)
    assert vectors["key"] == key.hex()
    assert vectors["order of Ada, Bob, Cleo"] == ", ".join(shuffled(["Ada", "Bob", "Cleo"], key))
    assert vectors["first halves"] == " ".join(str(next(stream)) for _ in range(8))
    assert vectors["key of redeal 1"] == first_redeal.hex()
    assert vectors["six unseen tickets 0 to 5 after it"] == " ".join(map(str, redealt(range(6), first_redeal)))


def test_the_kernel_draws_the_numbers_of_the_docs() -> None:
    key = mixed_key(bytes(range(32)), [bytes.fromhex(ADA), bytes.fromhex(BOB)])
    game = Game(bl.load_map("usa").board(2), key)
    deal = SCRIPT["Deal"](key, 2, [], tomllib.loads(load_map("usa").path.read_text(encoding="utf-8")))
    assert dealt_again(deal) == dealt(game)
    deal.chance = SCRIPT["chance"](key)
    assert "| numbers below 30, 29, 28, 110, 6 | 6 4 15 37 5 |" in PAGE
    assert [deal.below(number) for number in (30, 29, 28, 110, 6)] == [6, 4, 15, 37, 5]


def test_the_docs_show_what_the_verifier_says_of_a_real_game() -> None:
    shown = re.search(r"```console\n\$ python (\S+) (\S+) (\S+)\n(.*?)```", PAGE, re.DOTALL)
    assert shown
    answer = verify(ROOT / shown[2], ROOT / shown[3])
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, shown[4], "")
    text = (ROOT / shown[2]).read_text(encoding="utf-8")
    assert "\nredeal 1\n" in text
    assert "\nentropy: " in text
    assert parse_save(text).game.over


@pytest.mark.parametrize("old", sorted((FOLDER / "games").glob("*.branchline")), ids=lambda path: path.stem)
def test_games_of_0_1_0_are_dealt_as_the_verifier_deals_them(old: Path) -> None:
    map_id = re.search(r"^map: (\S+)", old.read_text(encoding="utf-8"), re.MULTILINE)
    assert map_id
    own = FOLDER / f"maps/{map_id[1]}.toml"
    answer = verify(old, own if own.exists() else load_map(map_id[1]).path)
    assert (answer.returncode, answer.stderr) == (0, "")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("seed: 00", "seed: 01", "does not have the hash"),
        ("draw deck", "draw green", "no green card was face up"),
    ],
)
def test_the_verifier_refuses_another_deal(tmp_path: Path, before: str, after: str, message: str) -> None:
    game = bl.new_game("usa", players=2, seed=bytes(32))
    for line in ("keep 1 2", "keep 1 2", "draw deck", "draw deck"):
        game.play(line)
    path = tmp_path / "changed.branchline"
    path.write_text(save_text(game).replace(before, after, 1), encoding="utf-8")
    answer = verify(path, load_map("usa").path)
    assert answer.returncode == 1
    assert message in answer.stderr
    assert "Traceback" not in answer.stderr


# -- commit, then reveal -----------------------------------------------------------------------


def new_table(people: int = 2) -> Match:
    """Return a table in London of two people, or of one and a bot."""
    match = Match("fair", lambda name, digest, seats, chosen: bl.load_map(name).board(seats, chosen))
    seats = [r.SeatSetup("person", name, "navy", guest=name.lower()) for name in ("Ada", "Bob")[:people]]
    seats += [r.SeatSetup("bot", "Bot", "wine", "easy")] * (2 - people)
    match.apply(0, 1.0, None, r.Created("london", "0" * 64, "T", seats, "ada", seed="00" * 32))
    return match


def record(match: Match, made: Record) -> None:
    match.apply(match.seq + 1, 2.0, None, r.from_text(r.to_text(made)))


def hash_of(entropy: str) -> str:
    return hashlib.sha256(bytes.fromhex(entropy)).hexdigest()


def test_what_players_reveal_is_mixed_into_the_seed() -> None:
    match = new_table()
    record(match, commands.commit_entropy(match, "ada", 0, hash_of(ADA)))
    record(match, commands.commit_entropy(match, "bob", 1, hash_of(BOB)))
    record(match, commands.reveal_entropy(match, "bob", 1, BOB))
    record(match, commands.reveal_entropy(match, "ada", 0, ADA))
    record(match, commands.start(match, "ada"))
    assert match.playing.key == mixed_key(bytes(32), [bytes.fromhex(ADA), bytes.fromhex(BOB)])
    assert match.playing.commitment == commitment_of(bytes(32))
    assert list(match.playing.names) == shuffled(["Ada", "Bob"], match.playing.key)


def test_the_start_waits_for_nobody_who_has_not_revealed() -> None:
    match = new_table()
    record(match, commands.commit_entropy(match, "ada", 0, hash_of(ADA)))
    record(match, commands.commit_entropy(match, "bob", 1, hash_of(BOB)))
    record(match, commands.reveal_entropy(match, "bob", 1, BOB))
    record(match, commands.start(match, "ada"))
    assert match.playing.entropy == (bytes.fromhex(BOB),)


def test_nobody_commits_after_somebody_has_revealed() -> None:
    match = new_table()
    record(match, commands.commit_entropy(match, "ada", 0, hash_of(ADA)))
    record(match, commands.reveal_entropy(match, "ada", 0, ADA))
    with pytest.raises(Refusal, match="revealed their entropy already"):
        commands.commit_entropy(match, "bob", 1, hash_of(BOB))
    with pytest.raises(Refusal, match="Commit to your entropy"):
        commands.reveal_entropy(match, "bob", 1, BOB)


def test_only_what_was_committed_to_can_be_revealed_and_only_for_ones_own_seat() -> None:
    match = new_table()
    record(match, commands.commit_entropy(match, "ada", 0, hash_of(ADA)))
    with pytest.raises(Refusal, match="not the entropy that you have committed to"):
        commands.reveal_entropy(match, "ada", 0, BOB)
    with pytest.raises(Refusal, match="not yours"):
        commands.reveal_entropy(match, "bob", 0, ADA)


def test_a_change_of_seats_begins_the_round_again() -> None:
    match = new_table()
    record(match, commands.commit_entropy(match, "ada", 0, hash_of(ADA)))
    record(match, commands.reveal_entropy(match, "ada", 0, ADA))
    record(match, commands.stand_up(match, "bob", 1))
    assert (match.commitments, match.entropy) == ({}, {})


def test_a_player_alone_with_bots_reveals_at_once() -> None:
    match = new_table(people=1)
    record(match, commands.reveal_entropy(match, "ada", 0, ADA))
    record(match, commands.start(match, "ada"))
    assert match.playing.entropy == (bytes.fromhex(ADA),)


def test_two_people_on_a_server_play_a_game_that_they_can_verify(server: Server, tmp_path: Path) -> None:
    text, commitment = asyncio.run(play_fair_game(server.address))
    game = parse_save(text).game
    assert game.commitment == commitment
    assert game.entropy == (bytes.fromhex(ADA), bytes.fromhex(BOB))
    path = tmp_path / "fair.branchline"
    path.write_text(text, encoding="utf-8")
    answer = verify(path, load_map("london").path)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "The order of play is as the seed shuffles it." in answer.stdout


async def play_fair_game(address: str) -> tuple[str, str]:
    """Play a game of two people with entropy and an undo; return its file, and the commitment shown at the table."""
    dice = random.Random(3)
    async with Guest(address) as ada, Guest(address) as bob:
        made = await ada.make("london", [{"kind": "me", "name": "Ada"}, {"kind": "open"}], public=True)
        path = f"/api/games/{made['id']}"
        table = await bob.call("POST", f"{path}/seats/1", {"name": "Bob"}) and await bob.call("GET", path)
        for guest, seat, entropy in ((ada, 0, ADA), (bob, 1, BOB)):
            shown = await guest.call("PUT", f"{path}/seats/{seat}/entropy", {"commitment": hash_of(entropy)})
            assert shown["commitments"][str(seat)] == hash_of(entropy)
        for guest, seat, entropy in ((ada, 0, ADA), (bob, 1, BOB)):
            await guest.call("PUT", f"{path}/seats/{seat}/entropy", {"entropy": entropy})
        started = await ada.call("POST", f"{path}/start")
        assert started["commitment"] == table["commitment"]
        assert started["entropy"] == [ADA, BOB]
        players = [await ada.open(made["id"]), await bob.open(made["id"])]
        undone = False
        while players[0].state["stage"] == "playing":
            for player, other in (players, players[::-1]):
                while player.seq < other.seq:
                    await player.take()
                if not player.must_decide:
                    continue
                await player.act(player.choice(dice))
                if not undone and "no_undo" not in player.state and player.state.get("phase") != "first tickets":
                    undone = True
                    assert (await player.tell("undo"))["t"] == "ack"
                    while "undo" not in other.state:
                        await other.take()
                    assert (await other.tell("agree", yes=True))["t"] == "ack"
        for player in players:
            await player.close()
        answer = await ada.http.get(f"{path}/download")
        return answer.text, str(table["commitment"])

"""Clients that misbehave in every way we can think of never break a game or the server."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
import websockets
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.people import PATIENCE, Guest, Json, Player
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for misbehaving clients."""
    folder = tmp_path_factory.mktemp("clients")
    with Server(str(folder / "games.db"), folder / "server.log") as running:
        yield running


class Clients(RuleBasedStateMachine):
    """One person with two seats in several tabs: what is acknowledged stands, once, and all tabs agree."""

    address = ""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.dice = random.Random(1)
        self.tabs: list[Player] = []
        self.acknowledged: dict[str, int] = {}
        self.sent: list[dict[str, Any]] = []
        self.number = 0

    def run(self, work: Coroutine[Any, Any, Json]) -> Json:
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    @initialize(map_name=st.sampled_from(["london", "paris", "uk"]))
    def begin(self, map_name: str) -> None:
        self.guest = Guest(self.address)
        seats = [{"kind": "me"}, {"kind": "me", "name": "Other"}]
        self.game = self.run(self.guest.make(map_name, seats, start=True))["id"]
        self.tabs = [self.run(self.guest.open(self.game, seat)) for seat in (0, 1)]

    def settle(self) -> None:
        """Bring every tab up to date: wait until a chat line from one has reached all of them."""
        self.number += 1
        mark = self.run(self.tabs[0].tell("chat", text="mark", id=f"mark{self.number}"))
        for tab in self.tabs:
            while tab.seq < mark["seq"]:
                self.run(tab.take())

    def note(self, tab: Player, answer: Json) -> None:
        if answer["t"] == "ack":
            key = f"{tab.state['you']} {answer['id']}"
            assert self.acknowledged.setdefault(key, answer["seq"]) == answer["seq"]

    # -- what clients do -----------------------------------------------------------------------

    @rule(which=st.integers(0, 9))
    def act(self, which: int) -> None:
        self.settle()
        deciding = [tab for tab in self.tabs if tab.must_decide and tab.state["stage"] == "playing"]
        if not deciding:
            return
        tab = deciding[which % len(deciding)]
        self.number += 1
        message = {"id": f"n{self.number}", "rev": tab.state["rev"], "action": tab.choice(self.dice)}
        answer = self.run(tab.tell("act", **message))
        assert answer["t"] == "ack", answer
        self.note(tab, answer)
        self.sent.append({"seat": tab.state["you"], **message})

    @precondition(lambda self: self.sent)
    @rule(which=st.integers(0, 99), twist=st.sampled_from(["same", "other action", "older rev", "other tab"]))
    def send_again(self, which: int, twist: str) -> None:
        """An action sent again: the same, with its id on another action, or stale under a new id."""
        message = dict(self.sent[which % len(self.sent)])
        seat = message.pop("seat")
        tab = [tab for tab in self.tabs if tab.state["you"] == seat][-1 if twist == "other tab" else 0]
        if twist == "other action":
            message["action"] = {"action": "pass"}
        if twist == "older rev":
            self.number += 1
            message["id"], message["rev"] = f"n{self.number}", 1
        answer = self.run(tab.tell("act", **message))
        if twist == "older rev":
            assert answer["t"] == "refused" or tab.state["phase"] == "first tickets"
        else:
            assert answer["again"] is True
        self.note(tab, answer)

    @rule(seat=st.integers(0, 1))
    def open_tab(self, seat: int) -> None:
        if len(self.tabs) < 6:
            self.tabs.append(self.run(self.guest.open(self.game, seat)))

    @rule(which=st.integers(0, 5), polite=st.booleans())
    def drop_and_resume(self, which: int, polite: bool) -> None:
        place = which % len(self.tabs)
        tab = self.tabs[place]
        if polite:
            self.run(tab.close())
        else:
            tab.socket.transport.abort()
        back = self.run(self.guest.open(self.game, tab.state["you"], since=tab.seq))
        assert all(step["seq"] > tab.seq for step in back.log)
        self.tabs[place] = back

    @rule(which=st.integers(0, 5), data=st.one_of(st.binary(max_size=200), st.text(max_size=200)))
    def garbage(self, which: int, data: bytes | str) -> None:
        tab = self.tabs[which % len(self.tabs)]
        self.run(tab.socket.send(data))
        assert self.run(tab.until("refused"))["code"] == "bad_message"

    @rule(
        which=st.integers(0, 5),
        message=st.fixed_dictionaries(
            {"t": st.sampled_from(["act", "ask", "why", "undo", "agree", "chat", "hint", "opens", "nonsense"])},
            optional={
                "id": st.one_of(st.text(max_size=5), st.just("q1"), st.none()),
                "rev": st.integers(-5, 5),
                "action": st.one_of(
                    st.builds(
                        dict, action=st.sampled_from(["draw", "claim", "keep", "pass"]), card=st.text(max_size=5)
                    ),
                    st.builds(dict, action=st.just("claim"), route=st.integers(-9, 300), cards=st.just({"wild": 99})),
                    st.builds(
                        dict, action=st.just("keep"), tickets=st.lists(st.integers(-9, 9)), seat=st.integers(0, 9)
                    ),
                ),
                "route": st.integers(-300, 300),
                "yes": st.booleans(),
                "text": st.text(max_size=20),
            },
        ),
    )
    def half_sense(self, which: int, message: dict[str, Any]) -> None:
        """A message that is almost valid: it is answered, and the game stays intact."""
        if message["t"] == "agree":
            message["yes"] = False
        tab = self.tabs[which % len(self.tabs)]
        self.run(tab.socket.send(json.dumps(message)))
        while self.run(tab.take())["t"] == "update":
            pass

    @rule(which=st.integers(0, 5), size=st.sampled_from([17_000, 10_000_000]))
    def huge_frame(self, which: int, size: int) -> None:
        place = which % len(self.tabs)
        tab = self.tabs[place]
        with pytest.raises((websockets.ConnectionClosed, OSError)):
            self.run(_send_huge(tab, size))
        self.tabs[place] = self.run(self.guest.open(self.game, tab.state["you"]))

    # -- what must hold ------------------------------------------------------------------------

    @invariant()
    def all_tabs_agree(self) -> None:
        if not self.tabs:
            return
        self.settle()
        for seat in (0, 1):
            states = [json.dumps(tab.state, sort_keys=True) for tab in self.tabs if tab.state["you"] == seat]
            assert len(set(states)) == 1
        assert len({tab.state["rev"] for tab in self.tabs}) == 1
        assert len(set(self.acknowledged.values())) == len(self.acknowledged)

    def teardown(self) -> None:
        for tab in self.tabs:
            self.run(tab.close())
        if self.tabs:
            self.run(self.guest.http.aclose())
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()


async def _send_huge(tab: Player, size: int) -> None:
    await tab.socket.send("x" * size)
    while True:
        await tab.take()


def test_clients_of_every_sort(site: Server) -> None:
    Clients.address = site.address
    Clients.TestCase.settings = settings(
        max_examples=12, stateful_step_count=25, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    Clients.TestCase("runTest").debug()


def test_a_thousand_connections_from_one_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("many")

    async def play(address: str) -> tuple[int, int]:
        async with Guest(address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True, public=True)
            url = f"{address.replace('http', 'ws', 1)}/api/games/{made['id']}/socket"

            async def connect() -> Json:
                try:
                    socket = await websockets.connect(url, open_timeout=PATIENCE)
                except (OSError, websockets.InvalidMessage):
                    return None, "closed"
                return socket, json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))["t"]

            player = await ada.open(made["id"])
            met: list[Any] = []
            for _ in range(20):  # in groups, as a listening queue has its length
                met += await asyncio.gather(*(connect() for _ in range(50)))
            kinds = [kind for _, kind in met]
            answer = await player.act(player.choice(random.Random(1)))
            assert answer["t"] == "ack"
            await asyncio.gather(*(socket.close() for socket, _ in met if socket))
            await player.close()
            return kinds.count("welcome"), kinds.count("refused") + kinds.count("closed")

    with Server(str(folder / "games.db"), folder / "server.log", limits=1) as server:
        let_in, turned_away = asyncio.run(play(server.address))
        assert let_in + turned_away == 1000
        assert 0 < let_in <= 200 < turned_away

"""Several people: friends in two browsers with a failing network, a spectator, and pass and play."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from tests.browser.visitor import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import WebSocketRoute

    from tests.browser.visitor import Visitor


# Whether the decision made at a revision has been played and acknowledged.
PLAYED = """(rev) => {
  if (document.querySelector('[data-end], [data-waiting]')) return true;
  const status = document.querySelector('[data-status]');
  return status && status.dataset.busy !== 'true' && Number(status.dataset.rev) !== rev;
}"""


class Connection:
    """The connection between a page and the server, which can be cut."""

    def __init__(self, visitor: Visitor) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.cut = False
        self.deaf = False
        self.holds_acks = False
        self.held: list[tuple[WebSocketRoute, str | bytes]] = []
        self.acts: list[str] = []
        visitor.page.route_web_socket(lambda url: "/socket" in url, self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close(code=1011)
            return
        server = socket.connect_to_server()
        self.sockets.append(socket)

        def up(message: str | bytes) -> None:
            if '"act"' in str(message):
                self.acts.append(str(message))
            server.send(message)

        def down(message: str | bytes) -> None:
            if self.holds_acks and '"ack"' in str(message):
                self.held.append((socket, message))
            elif not self.deaf:
                socket.send(message)

        socket.on_message(up)
        server.on_message(down)

    def drop(self) -> None:
        """Cut the connection, and keep it cut."""
        self.cut = True
        for socket in self.sockets:
            socket.close(code=1011)
        self.sockets.clear()

    def let_acks_go(self) -> None:
        """Deliver the acknowledgments that were held back."""
        self.holds_acks = False
        for socket, message in self.held:
            socket.send(message)
        self.held.clear()

    def restore(self) -> None:
        """Let the page through again."""
        self.cut = self.deaf = False


def invited(visit: Callable[..., Visitor], host: Visitor) -> Visitor:
    """Create a table for two and let a friend sit down at it."""
    host.go()
    host.act("friends")
    host.page.select_option("[data-field=map]", "london")
    host.page.select_option("[data-field=players]", "2")
    host.page.click("summary")
    host.page.check("[data-option=public]")
    host.act("create")
    host.page.wait_for_selector("[data-invite]")
    link = host.page.input_value("[data-invite]")
    friend = visit()
    friend.page.goto(link)
    friend.act("sit")
    host.page.click("[data-act=start]:not([disabled])")
    return friend


def both_play(host: Visitor, friend: Visitor, most: int) -> bool:
    """Let both make this many decisions together; return whether the game ended."""
    decisions, since = 0, time.monotonic()
    while decisions < most:
        for someone in (host, friend):
            seen = someone.look()
            if seen["over"]:
                return True
            if seen["status"] == "mine":
                someone.decide(seen)
                someone.page.wait_for_function(PLAYED, arg=seen["rev"])
                decisions, since = decisions + 1, time.monotonic()
        assert time.monotonic() - since < PATIENCE / 1000, "nobody may play"
        host.page.wait_for_timeout(5)
    return False


def test_two_browsers_a_reload_a_drop_and_a_spectator(visit: Callable[..., Visitor]) -> None:
    host = visit()
    connection = Connection(host)
    friend = invited(visit, host)
    for someone in (host, friend):
        someone.page.wait_for_selector("[data-ticket-choice]")
    assert "#" not in friend.page.url
    both_play(host, friend, 12)
    watcher = visit()
    watcher.go(f"/game/{host.game}")
    watcher.page.wait_for_selector("[data-status]")
    assert watcher.page.locator("[data-hand]").count() == 0

    reloaded = friend.look()
    friend.page.reload()
    friend.page.wait_for_selector("[data-status]")
    assert friend.look()["held"] == reloaded["held"]

    connection.drop()
    host.page.wait_for_selector("[data-banner]")
    connection.restore()
    host.page.wait_for_selector("[data-banner]", state="detached")
    friend.page.click("[data-tab=chat]")
    friend.page.fill("[data-chat]", "Still there?")
    friend.page.keyboard.press("Enter")
    host.page.click("[data-tab=chat]")
    host.page.get_by_text("Still there?").wait_for()

    assert both_play(host, friend, 800)
    watcher.page.wait_for_selector("[data-end]")
    results = {tuple(someone.page.locator("[data-total]").all_inner_texts()) for someone in (host, friend, watcher)}
    assert len(results) == 1


def playing_over_a_connection(visit: Callable[..., Visitor]) -> tuple[Visitor, Connection]:
    """Start a game against a bot over a connection that can be cut, and wait for the first turn."""
    visitor = visit()
    connection = Connection(visitor)
    visitor.play_now("london")
    visitor.play_on(1)
    visitor.wait_turn()
    return visitor, connection


def test_a_move_whose_answer_is_lost_is_played_once(visit: Callable[..., Visitor]) -> None:
    visitor, connection = playing_over_a_connection(visit)
    before = visitor.look()
    connection.acts.clear()
    connection.deaf = True
    visitor.page.click("[data-card=deck].open")
    visitor.page.wait_for_function("() => document.querySelector('[data-status]').dataset.busy === 'true'")
    visitor.page.wait_for_timeout(200)
    connection.drop()
    visitor.page.wait_for_selector("[data-banner]")
    connection.restore()
    visitor.page.wait_for_selector("[data-phase='second card'][data-busy=false]")
    assert visitor.look()["held"] == before["held"] + 1
    assert len(connection.acts) == 2
    assert connection.acts[0] == connection.acts[1]


def test_a_click_counts_before_the_last_one_is_acknowledged(visit: Callable[..., Visitor]) -> None:
    visitor, connection = playing_over_a_connection(visit)
    before = visitor.look()
    connection.holds_acks = True
    visitor.page.click("[data-card=deck].open")
    visitor.page.wait_for_selector("[data-phase='second card'][data-busy=true]")
    visitor.page.click("[data-card=deck].open")
    later = "(rev) => document.querySelector('[data-status]').dataset.rev > rev + 1"
    visitor.page.wait_for_function(later, arg=before["rev"])
    connection.let_acks_go()
    visitor.page.wait_for_selector("[data-busy=false]")
    assert visitor.look()["held"] == before["held"] + 2


def share_a_device(visitor: Visitor, second: str = "Grace") -> None:
    """Start a game of two players on one device."""
    visitor.go()
    visitor.act("pass-and-play")
    visitor.page.select_option("[data-field=map]", "london")
    visitor.page.select_option("[data-field=players]", "2")
    visitor.page.fill("[data-player='0']", "Ada")
    visitor.page.fill("[data-player='1']", second)
    visitor.act("create")


SPOKEN = "() => document.querySelector('[data-announcement]').innerText"


def test_pass_and_play(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    share_a_device(visitor, second="")
    handovers = 0
    for _ in range(400):
        page.wait_for_selector(
            "[data-act=show-hand], [data-act=hide-hand], [data-end], [data-status=mine][data-busy=false]"
        )
        if page.locator("[data-end]").count():
            break
        if page.locator("[data-act=hide-hand]").count():
            visitor.act("hide-hand")
            continue
        if page.locator("[data-act=show-hand]").count():
            assert page.locator("[data-hand]").count() == 0  # no hand shows while the device is passed
            assert page.evaluate(SPOKEN) == ""  # and none is read out
            handovers += 1
            visitor.act("show-hand")
            continue
        seen = visitor.look()
        visitor.decide(seen)
        visitor.wait_turn(seen["rev"])
    assert handovers > 8
    assert page.locator("[data-total]").count() == 2
    assert sorted(page.locator("[data-seat] .name").all_inner_texts()) == ["Ada", "Player 2"]


def test_a_shared_device_shows_both_cards_and_keeps_secrets(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    share_a_device(visitor)
    for _ in range(2):  # both choose their tickets
        visitor.act("show-hand")
        visitor.keep_tickets(visitor.page.locator("[data-ticket-choice]").count())
        visitor.act("hide-hand")
    drawn: list[str] = []
    for _ in range(2):  # both draw two cards from the deck, and see both of them
        visitor.act("show-hand")
        before = visitor.look()["held"]
        page.click("[data-card=deck].open")
        page.wait_for_selector("[data-phase='second card'][data-busy=false]")
        page.click("[data-card=deck].open")
        page.wait_for_selector("[data-act=hide-hand]")
        assert visitor.look()["held"] == before + 2
        drawn = re.findall(r"drew an? (\w+)", page.evaluate(SPOKEN))
        assert len(drawn) >= 2
        visitor.act("hide-hand")
        page.wait_for_selector("[data-act=show-hand]")
        assert page.evaluate(SPOKEN) == ""
    visitor.act("show-hand")
    page.wait_for_function(
        f"() => ({SPOKEN})().includes('drew a card from the deck')"
    )  # of what others did, the public part
    said = page.evaluate(SPOKEN)
    assert not re.search(r"drew an? (?!card)\w+", said), said
    assert "Your turn" in said


def test_an_invited_guest_sees_the_map_and_chooses_a_name(visit: Callable[..., Visitor]) -> None:
    host = visit()
    host.go()
    host.act("friends")
    host.page.select_option("[data-field=map]", "london")
    host.page.select_option("[data-field=players]", "3")
    host.act("create")
    link = host.page.input_value("[data-invite]")
    friend = visit()
    friend.page.goto(link)
    friend.page.wait_for_function("() => document.querySelector('[data-map-picture]')?.naturalWidth > 0")
    friend.page.fill("[data-guest-name]", "Grace")
    friend.act("sit")
    friend.page.wait_for_selector("[data-act=leave]")
    host.page.locator("[data-table-seat]").filter(has_text="Grace").wait_for()
    host.act("fill")
    host.page.locator("[data-line]").filter(has_text="Grace sat down.").wait_for()

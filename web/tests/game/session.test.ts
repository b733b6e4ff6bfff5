import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Session } from "../../src/game/session.svelte";
import { notices } from "../../src/ui/notices.svelte";
import { http, WireError } from "../../src/wire/http";
import type { LegalMoves, State } from "../../src/wire/types";
import { facts, seat, state, step, welcome } from "../fixtures";
import { FakeSocket } from "../sockets";

const legal: LegalMoves = { draw: ["deck"], tickets: false, claims: { 3: { pay: [{ blue: 2 }] } } };
let session: Session;

async function open(...views: State[]): Promise<void> {
  vi.spyOn(http, "game").mockResolvedValue(views[0]!);
  vi.spyOn(http, "facts").mockResolvedValue(facts());
  vi.spyOn(http, "geometry").mockResolvedValue({} as never);
  session = new Session("g1");
  await session.open();
  for (const [index, view] of views.entries()) FakeSocket.opened[index]!.deliver(welcome({ state: view }));
}

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.opened = [];
});
afterEach(() => session.close());

describe("one seat", () => {
  beforeEach(() => open(state({ you: 0, legal })));

  test("the session knows the turn and what can be claimed", () => {
    expect(session.myTurn).toBe(true);
    expect([...session.claimable]).toEqual([3]);
    expect(session.passingDevice).toBe(false);
    expect(session.map?.facts.id).toBe("london");
  });

  test("a second click at the same revision is ignored; one at the next counts", async () => {
    const socket = FakeSocket.latest;
    void session.draw("deck");
    expect(await session.draw("deck")).toBe(false);
    expect(socket.sent).toHaveLength(1);
    expect(session.busy).toBe(true);
    socket.deliver({ t: "update", seq: 1, patch: { rev: 2 }, step: step() });
    void session.draw("deck");
    expect(socket.sent).toHaveLength(2);
  });

  test("an accepted move clears the selection it belonged to", async () => {
    session.route = 3;
    session.highlightOn([3], [0, 1]);
    const played = session.claim(3, { blue: 2 }, false);
    const { id } = FakeSocket.latest.sent[0]!;
    FakeSocket.latest.deliver({ t: "ack", id, seq: 1 });
    expect(await played).toBe(true);
    expect(session.route).toBeUndefined();
    expect(session.highlight.routes).toEqual([]);
  });

  test("a selection made in the meantime stays", async () => {
    const played = session.draw("deck");
    session.route = 3;
    FakeSocket.latest.deliver({ t: "ack", id: FakeSocket.latest.sent[0]!.id, seq: 1 });
    await played;
    expect(session.route).toBe(3);
  });

  test("a refused move says why and keeps the selection", async () => {
    session.route = 3;
    const played = session.play("claim nothing");
    const { id } = FakeSocket.latest.sent[0]!;
    FakeSocket.latest.deliver({ t: "refused", id, code: "illegal", message: "No route joins nothing." });
    expect(await played).toBe(false);
    expect(notices.shown).toEqual({ text: "No route joins nothing.", error: true });
    expect(session.route).toBe(3);
  });

  test("keeping a card for the flag is part of the action", () => {
    void session.claim(3, { blue: 2 }, true);
    expect(FakeSocket.latest.sent[0]).toMatchObject({ action: { action: "claim", keep: true } });
  });

  test("hints are shown until the game moves on", async () => {
    const asked = session.requestHints();
    expect(session.thinking).toBe(true);
    const { id } = FakeSocket.latest.sent[0]!;
    FakeSocket.latest.deliver({ t: "answer", id, hints: [{ action: { action: "pass" }, text: "pass" }] });
    await asked;
    expect(session.hints).toHaveLength(1);
    FakeSocket.latest.deliver({ t: "update", seq: 1, patch: { rev: 2 }, step: step() });
    expect(session.hints).toBeUndefined();
  });

  test("tapping for a hint while one is computed asks once, and is never refused", async () => {
    const taps = Array.from({ length: 5 }, () => session.requestHints());
    expect(FakeSocket.latest.sent).toMatchObject([{ t: "hint" }]);
    FakeSocket.latest.deliver({ t: "answer", id: FakeSocket.latest.sent[0]!.id, hints: [] });
    await Promise.all(taps);
    void session.requestHints();
    expect(FakeSocket.latest.sent).toHaveLength(2);
  });

  test("a hint asked for at the end of a turn is asked again at the next one", async () => {
    const socket = FakeSocket.latest;
    const asked = session.requestHints();
    socket.deliver({ t: "update", seq: 1, patch: { rev: 2, deciding: [1] }, step: step() });
    socket.deliver({ t: "refused", id: socket.sent[0]!.id, code: "not_your_turn", message: "It is Grace's turn." });
    await asked;
    expect(socket.sent).toHaveLength(1);
    socket.deliver({ t: "update", seq: 2, patch: { rev: 3, deciding: [0] }, step: step({ seq: 2 }) });
    expect(socket.sent).toMatchObject([{ t: "hint" }, { t: "hint" }]);
  });

  test("questions resolve with the server's answer", async () => {
    const asked = session.whyNot(5);
    FakeSocket.latest.deliver({ t: "answer", id: FakeSocket.latest.sent[0]!.id, legal: false, reason: "route_taken" });
    expect(await asked).toMatchObject({ reason: "route_taken" });
    const opened = session.openedRoutes();
    FakeSocket.latest.deliver({ t: "answer", id: FakeSocket.latest.sent[1]!.id, opens: { Booster: [4] } });
    expect(await opened).toEqual({ Booster: [4] });
  });
});

describe("pass and play", () => {
  const seats = { 0: seat({ yours: true }), 1: seat({ name: "Grace", yours: true }) };
  const view = (you: number, deciding: number): State => state({ you, seats, deciding: [deciding], legal });

  beforeEach(() => open(view(0, 0), view(1, 0)));

  test("each seat has a socket, and no hand shows before its player confirms", () => {
    expect(FakeSocket.opened.map((socket) => socket.query.get("seat"))).toEqual(["0", "1"]);
    expect(session.passAndPlay).toBe(true);
    expect(session.passingDevice).toBe(true);
    expect(session.legal).toBeUndefined();
    session.confirmedSeat = session.decidingSeat;
    expect(session.passingDevice).toBe(false);
    expect(session.legal).toEqual(legal);
    expect(session.you).toBe(0);
  });

  test("a player sees what the turn brought, until they hide it and pass the device on", () => {
    session.confirmedSeat = 0;
    for (const socket of FakeSocket.opened) socket.deliver({ t: "update", seq: 1, patch: { deciding: [1] } });
    expect([session.decidingSeat, session.nextPlayer, session.you]).toEqual([1, 1, 0]);
    expect(session.passingDevice).toBe(false);
    session.hideHand();
    expect(session.passingDevice).toBe(true);
    expect(session.nextPlayer).toBeUndefined();
    session.confirmedSeat = 1;
    expect(session.you).toBe(1);
  });

  test("a turn is over when its own player's socket says so, whichever socket is faster", () => {
    session.confirmedSeat = 1;
    const [first, own] = FakeSocket.opened;
    for (const socket of FakeSocket.opened) socket.deliver({ t: "update", seq: 1, patch: { deciding: [1], rev: 8 } });
    first!.deliver({ t: "update", seq: 2, patch: { deciding: [0], rev: 9 } });
    expect(session.nextPlayer).toBeUndefined();
    own!.deliver({ t: "update", seq: 2, patch: { deciding: [0], rev: 9 } });
    expect(session.nextPlayer).toBe(0);
    own!.deliver({ t: "update", seq: 3, patch: { deciding: [1], rev: 10 } });
    session.hideHand();
    expect(session.decidingSeat).toBe(1);
  });

  test("hiding the hand also takes back what was said about it", () => {
    session.confirmedSeat = 0;
    notices.announce("Ada drew a red card from the deck.");
    notices.show("Ticket completed");
    session.hideHand();
    expect(notices.announcements).toEqual([]);
    expect(notices.shown).toBeUndefined();
  });

  test("hints that arrive after the device was passed on are not shown to the next player", async () => {
    session.confirmedSeat = 0;
    const asked = session.requestHints();
    for (const socket of FakeSocket.opened) socket.deliver({ t: "update", seq: 1, patch: { deciding: [1] } });
    session.hideHand();
    session.confirmedSeat = 1;
    FakeSocket.opened[0]!.deliver({ t: "answer", id: FakeSocket.opened[0]!.sent[0]!.id, hints: [] } as never);
    await asked;
    expect(session.thinking).toBe(false);
    expect(session.hints).toBeUndefined();
  });

  test("an undo of other players' moves is confirmed first", async () => {
    session.confirmedSeat = 1;
    const can_undo = { moves: 3, seats: [1, 0] };
    for (const socket of FakeSocket.opened) {
      socket.deliver({ t: "update", seq: 1, patch: { deciding: [1], can_undo } });
    }
    await session.requestUndo();
    expect(session.undoToConfirm).toEqual(can_undo);
    expect(FakeSocket.opened[1]!.sent).toEqual([]);
    void session.confirmUndo();
    expect(FakeSocket.opened[1]!.sent).toMatchObject([{ t: "undo" }]);
  });

  test("a step is heard once, from the seat that is shown", () => {
    session.confirmedSeat = 0;
    const listener = vi.fn();
    session.onStep(listener);
    for (const socket of FakeSocket.opened) socket.deliver({ t: "update", seq: 1, patch: {}, step: step() });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

test.each([
  ["no_secret", "This game is private. Open it with the invitation link you received."],
  ["not_found", "This game does not exist."],
  ["failed", "Out of order."],
])("a game that cannot be opened (%s) says why", async (code, text) => {
  vi.spyOn(http, "game").mockRejectedValue(new WireError(code, "Out of order."));
  session = new Session("g1");
  await session.open();
  expect(session.failure).toBe(text);
});

test("a secret in the address is used before the game is fetched", async () => {
  const enter = vi.spyOn(http, "enter").mockResolvedValue({ game: "g1" });
  vi.spyOn(http, "game").mockRejectedValue(new WireError("failed", ""));
  session = new Session("g1");
  await session.open("secret");
  expect(enter).toHaveBeenCalledWith("g1", "secret");
});

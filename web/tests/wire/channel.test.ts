import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Channel, RETRY_DELAYS } from "../../src/wire/channel.svelte";
import { state, step, welcome } from "../fixtures";
import { FakeSocket } from "../sockets";

let channel: Channel;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.opened = [];
  channel = new Channel("g1");
});

afterEach(() => {
  channel.close();
  vi.useRealTimers();
});

const connected = (): FakeSocket => {
  FakeSocket.latest.deliver(welcome());
  return FakeSocket.latest;
};
const draw = { action: "draw", card: "deck" } as const;

describe("connecting", () => {
  test("a welcome brings state, log, chat and the server's clock", () => {
    vi.setSystemTime(1000_000);
    const chat = [{ name: "Ada", text: "Hello", at: 1 }];
    FakeSocket.latest.deliver(welcome({ now: 1007, log: [step({ seq: 0 })], chat }));
    expect(channel.connection).toBe("open");
    expect(channel.state?.game).toBe("g1");
    expect(channel.log).toHaveLength(1);
    expect(channel.chat).toEqual(chat);
    expect(channel.clockOffset).toBe(7);
  });

  test("a seat is asked for in the address", () => {
    new Channel("g1", 2).close();
    expect(FakeSocket.latest.query.get("seat")).toBe("2");
    expect(FakeSocket.opened[0]!.query.has("seat")).toBe(false);
  });
});

describe("updates", () => {
  test("a patch changes the state, and listeners see it before and after", () => {
    const socket = connected();
    const listener = vi.fn();
    channel.onStep(listener);
    socket.deliver({ t: "update", seq: 1, patch: { rev: 2 }, step: step() });
    expect(channel.state?.rev).toBe(2);
    expect(channel.log).toHaveLength(1);
    const [, before, after] = listener.mock.calls[0]!;
    expect([before.rev, after.rev]).toEqual([1, 2]);
  });

  test("an update that was already seen is ignored", () => {
    const socket = connected();
    socket.deliver({ t: "update", seq: 1, patch: { rev: 2 } });
    socket.deliver({ t: "update", seq: 1, patch: { rev: 9 } });
    expect(channel.state?.rev).toBe(2);
  });

  test("a gap in the updates leads to a new connection that resumes", () => {
    const socket = connected();
    socket.deliver({ t: "update", seq: 1, patch: {} });
    socket.deliver({ t: "update", seq: 3, patch: { rev: 9 } });
    expect(channel.state?.rev).toBe(1);
    expect(FakeSocket.latest).not.toBe(socket);
    expect(FakeSocket.latest.query.get("since")).toBe("1");
  });

  test("an update without a number records nothing", () => {
    const socket = connected();
    const line = { name: "Grace", text: "Good luck!", at: 2 };
    socket.deliver({ t: "update", patch: { watchers: 1 }, chat: line });
    expect(channel.state?.watchers).toBe(1);
    expect(channel.chat).toEqual([line]);
  });

  test("a removed listener hears nothing more", () => {
    const socket = connected();
    const listener = vi.fn();
    channel.onStep(listener)();
    socket.deliver({ t: "update", seq: 1, patch: {}, step: step() });
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("requests", () => {
  test("a move carries the revision at which it was made and resolves with its acknowledgment", async () => {
    const socket = connected();
    const reply = channel.play({ action: draw });
    expect(channel.pendingMoves).toBe(1);
    const [message] = socket.sent;
    expect(message).toMatchObject({ t: "act", rev: 1, action: draw });
    socket.deliver({ t: "ack", id: message!.id, seq: 1 });
    expect(await reply).toMatchObject({ t: "ack" });
    expect(channel.pendingMoves).toBe(0);
  });

  test("every request has an id of its own", () => {
    const socket = connected();
    void channel.send({ t: "ping" });
    void channel.send({ t: "ping" });
    expect(new Set(socket.sent.map(({ id }) => id)).size).toBe(2);
  });

  test("a refusal resolves its request", async () => {
    const socket = connected();
    const reply = channel.send({ t: "undo" });
    socket.deliver({ t: "refused", id: socket.sent[0]!.id, code: "nothing_to_undo", message: "" });
    expect(await reply).toMatchObject({ t: "refused", code: "nothing_to_undo" });
    expect(channel.refusal).toBeUndefined();
  });

  test("a refusal without an id explains why the server closes the socket", () => {
    connected().deliver({ t: "refused", code: "no_secret", message: "This game is private." });
    expect(channel.refusal?.code).toBe("no_secret");
  });
});

describe("a dropped connection", () => {
  test("an unanswered move is sent again, unchanged, and answered once", async () => {
    const first = connected();
    const reply = channel.play({ action: draw });
    first.drop(1006);
    expect(channel.connection).toBe("lost");
    vi.advanceTimersByTime(RETRY_DELAYS[0]!);
    const second = FakeSocket.latest;
    expect(second.sent).toEqual([]);
    second.deliver(welcome());
    expect(second.sent).toEqual(first.sent);
    second.deliver({ t: "ack", id: first.sent[0]!.id, seq: 1, again: true });
    await reply;
    second.drop(1006);
    vi.advanceTimersByTime(RETRY_DELAYS[0]!);
    FakeSocket.latest.deliver(welcome());
    expect(FakeSocket.latest.sent).toEqual([]);
  });

  test("what is sent while disconnected goes out after the next welcome", () => {
    connected().drop(1006);
    void channel.send({ t: "chat", text: "Still there?" });
    vi.advanceTimersByTime(RETRY_DELAYS[0]!);
    FakeSocket.latest.deliver(welcome());
    expect(FakeSocket.latest.sent).toMatchObject([{ t: "chat", text: "Still there?" }]);
  });

  test("the log continues where it stopped", () => {
    const socket = connected();
    socket.deliver({ t: "update", seq: 1, patch: {}, step: step({ seq: 1 }) });
    socket.drop(1006);
    vi.advanceTimersByTime(RETRY_DELAYS[0]!);
    FakeSocket.latest.deliver(welcome({ seq: 2, log: [step({ seq: 2 })] }));
    expect(channel.log.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test("retries slow down, and start over after a success", () => {
    for (const delay of [...RETRY_DELAYS, RETRY_DELAYS.at(-1)!]) {
      const before = FakeSocket.opened.length;
      FakeSocket.latest.drop(1006);
      vi.advanceTimersByTime(delay - 1);
      expect(FakeSocket.opened).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.opened).toHaveLength(before + 1);
    }
    connected().drop(1006);
    vi.advanceTimersByTime(RETRY_DELAYS[0]!);
    expect(channel.connection).toBe("lost");
    expect(FakeSocket.latest.sent).toEqual([]);
  });

  test("a network that returns is used at once", () => {
    connected().drop(1006);
    const before = FakeSocket.opened.length;
    dispatchEvent(new Event("online"));
    expect(FakeSocket.opened).toHaveLength(before + 1);
  });

  test("the end of an old socket does not disturb a new one", () => {
    const old = connected();
    channel.reconnect();
    connected();
    old.drop(1006);
    expect(channel.connection).toBe("open");
  });
});

describe("the end", () => {
  test("a close code that forbids returning is final, until the player tries again", () => {
    connected().drop(4403);
    expect(channel.connection).toBe("closed");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.opened).toHaveLength(1);
    channel.reconnect();
    connected();
    expect(channel.connection).toBe("open");
  });

  test("a channel closed by the page stays closed", () => {
    const socket = connected();
    channel.close();
    socket.drop(1006);
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.opened).toHaveLength(1);
  });

  test("pings and farewells change nothing", () => {
    const socket = connected();
    socket.deliver({ t: "pong", now: 1 });
    socket.deliver({ t: "bye", code: "moved", message: "", again: true });
    expect(channel.state).toEqual(state());
  });
});

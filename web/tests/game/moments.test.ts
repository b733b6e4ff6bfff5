import { expect, test } from "vitest";
import { announcementOf, momentsOf, sinceLastTurn, soundOf } from "../../src/game/moments";
import { narrate } from "../../src/i18n/narration";
import type { State, TicketHelp } from "../../src/wire/types";
import { facts, seat, state, step } from "../fixtures";

// No bonus for the longest path: that it matters, to a technology for example, is for the server to say.
const context = { facts: facts(), seats: state().seats };
const help = (status: TicketHelp["status"]): TicketHelp => ({ status, path: [], pieces: 0 });
/** Two players with paths of these lengths, of which some are the longest. */
const paths = (lengths: number[], longest: number[]): State["seats"] =>
  Object.fromEntries(
    lengths.map((path, index) => [
      index,
      seat({ name: index ? "Grace" : "Ada", path, longest: longest.includes(index) || undefined }),
    ]),
  );

test("a ticket is celebrated once, when its places are connected", () => {
  const before = state({ you: 0, tickets: { 0: help("open") } });
  const after = state({ you: 0, tickets: { 0: help("made") } });
  expect(momentsOf(before, after, context)).toEqual([
    { sound: "ticket", text: "Ticket completed: Aldgate – Brixton, 5 points" },
  ]);
  expect(momentsOf(after, after, context)).toEqual([]);
});

test("a ticket drawn for places that are already connected is no surprise", () => {
  expect(momentsOf(state(), state({ tickets: { 0: help("made") } }), context)).toEqual([]);
});

test("the last round is announced when it begins", () => {
  const moments = momentsOf(state(), state({ last_turns: 2 }), context);
  expect(moments.map(({ text }) => text)).toEqual(["Last round: 2 turns left"]);
  expect(momentsOf(state({ last_turns: 2 }), state({ last_turns: 1 }), context)).toEqual([]);
});

test("a longest path changes hands only from one player to another", () => {
  const led = state({ seats: paths([5, 4], [0]) });
  const changed = momentsOf(led, state({ seats: paths([5, 6], [1]) }), context);
  expect(changed.map(({ text }) => text)).toEqual(["Grace now has the longest path: 6 spaces"]);
  expect(momentsOf(state({ seats: paths([0, 0], []) }), state({ seats: paths([2, 0], [0]) }), context)).toEqual([]);
  expect(momentsOf(led, state({ seats: paths([5, 5], [0, 1]) }), context)).toEqual([]);
});

test("a step has one sound, that of its special moment first", () => {
  const claimed = step({ events: [{ event: "claimed", seat: 0, route: 0, cards: {}, points: 1 }] });
  expect(soundOf(claimed, [])).toBe("claim");
  expect(soundOf(claimed, [{ sound: "ticket", text: "" }])).toBe("ticket");
  expect(soundOf(step(), [])).toBeUndefined();
});

test("a screen reader hears what happened and what to do next", () => {
  const drew = step({ events: [{ event: "drew blind", seat: 1 }] });
  const before = state({ you: 0, deciding: [1], turn: 1 });
  expect(announcementOf(drew, before, state({ you: 0, deciding: [0] }), context)).toBe(
    "Grace drew a card from the deck. Your turn.",
  );
  expect(narrate(drew, context)).toEqual(["Grace drew a card from the deck."]); // the log has only what happened
  const second = state({ you: 0, deciding: [0], phase: "second card" });
  expect(announcementOf(step(), state({ you: 0 }), second, context)).toBe("Draw your second card.");
});

test("a screen reader hears the result", () => {
  const scores = [0, 1].map((number) => ({ seat: number, total: number ? 30 : 1 }));
  const over = state({
    stage: "over",
    result: { winners: [1], decided_by: "points", seats: scores } as unknown as State["result"],
  });
  const said = announcementOf(step({ events: [{ event: "game over" }] }), state(), over, context);
  expect(said).toBe("The game is over. Grace wins. Ada: 1 point and Grace: 30 points.");
});

test("who takes the device hears what they missed", () => {
  const log = [0, 1, 1].map((mover, index) =>
    step({ seq: index, seat: mover, events: [{ event: "passed", seat: mover }] }),
  );
  expect(sinceLastTurn(log, 0, context)).toBe("Grace passed. Grace passed.");
});

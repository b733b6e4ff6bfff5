import { expect, test } from "vitest";
import { Attention } from "../../src/game/attention.svelte";
import type { Session } from "../../src/game/session.svelte";
import type { MapData } from "../../src/wire/maps";
import { facts, route, state } from "../fixtures";

const FACTS = facts({ routes: [route(), route({ color: "red" })] });
const MAP = { facts: FACTS } as MapData;
const GAME = state({ hand: { red: 1 }, tickets: { 0: { status: "open", path: [0], pieces: 2 } } });
const session = (routes: number[] = []): Session => ({ highlight: { routes, cities: [] } }) as unknown as Session;

test("what is pointed at comes before a pressed ticket, and that before a pressed card", () => {
  const attention = new Attention();
  expect(attention.highlight(session(), GAME, MAP).routes).toEqual([]);
  attention.pressCard("red");
  expect(attention.highlight(session(), GAME, MAP).routes).toEqual([1]);
  attention.ticket = 0;
  const { a, b } = FACTS.tickets[0]!;
  expect(attention.highlight(session(), GAME, MAP)).toEqual({ routes: [0], cities: [...a, ...b] });
  expect(attention.highlight(session([1]), GAME, MAP).routes).toEqual([1]);
});

test("a card that was pressed twice, or is no longer held, shows nothing", () => {
  const attention = new Attention();
  attention.pressCard("red");
  expect(attention.highlight(session(), { ...GAME, hand: {} }, MAP).routes).toEqual([]);
  attention.pressCard("red");
  expect(attention.card).toBeUndefined();
});

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { translations } from "../../src/i18n";
import { narrate, ticketName } from "../../src/i18n/narration";
import type { GameEvent } from "../../src/wire/types";
import { facts, seat, state } from "../fixtures";

const context = { facts: facts(), seats: state().seats };
const narrated = (...events: GameEvent[]): string => narrate({ events }, context).join(" ");

beforeEach(() => {
  translations.preferred = "en";
});
afterEach(() => {
  translations.preferred = "en";
});

describe("English", () => {
  test.each<[GameEvent, string]>([
    [{ event: "drew blind", seat: 0 }, "Ada drew a card from the deck."],
    [{ event: "drew blind", seat: 0, card: "orange" }, "Ada drew an orange card from the deck."],
    [{ event: "drew face up", seat: 1, slot: 2, card: "wild" }, "Grace took a wild."],
    [{ event: "tickets offered", seat: 0, number: 1 }, "Ada drew 1 ticket."],
    [{ event: "tickets kept", seat: 0, number: 2, returned: 0 }, "Ada kept 2 tickets."],
    [
      { event: "tickets kept", seat: 0, number: 2, returned: 0, tickets: [0, 1] },
      "Ada kept 2 tickets: Aldgate – Brixton and Aldgate – Camden.",
    ],
    [
      { event: "claimed", seat: 0, route: 1, cards: { blue: 1, wild: 1 }, points: 1 },
      "Ada claimed Brixton–Camden with 1 blue and 1 wild for 1 point.",
    ],
    [{ event: "bought", seat: 0, technology: "Booster", cards: { wild: 2 } }, "Ada bought Booster with 2 wilds."],
    [{ event: "undone", seat: 1, moves: 3 }, "Grace undid 3 moves."],
    [{ event: "sat down", seat: 0, name: "Augusta" }, "Augusta sat down."],
    [{ event: "left", seat: 0, name: "Medium bot" }, "Medium bot took over a seat."],
    [{ event: "game over" }, "The game is over."],
  ])("%j", (event, sentence) => {
    expect(narrated(event)).toBe(sentence);
  });

  test("what the board shows anyway is not narrated", () => {
    const silent: GameEvent[] = [
      { event: "dealt", seat: 0, number: 4 },
      { event: "turned up", slot: 0, card: "blue" },
      { event: "turn", seat: 1 },
    ];
    expect(narrated(...silent)).toBe("");
  });

  test("a seat that is left open has no name", () => {
    expect(narrated({ event: "left", seat: 0 })).toBe("A seat is open.");
  });

  test("three things are listed with a serial comma", () => {
    expect(
      narrated({ event: "bought", seat: 0, technology: "Booster", cards: { red: 1, blue: 2, wild: 1 } }),
    ).toContain("1 red, 2 blue, and 1 wild");
  });
});

test("a step is narrated in the current language", async () => {
  const step = { events: [{ event: "passed", seat: 0 }] satisfies GameEvent[] };
  expect(narrate(step, context)).toEqual(["Ada passed."]);
  translations.preferred = "fr";
  await translations.load();
  expect(translations.language).toBe("fr");
  expect(narrate(step, context)).toEqual(["Ada a passé."]);
  expect(translations.number(0.5)).toBe("0,5");
});

test("a step is narrated again when a player changes name", () => {
  const step = { events: [{ event: "passed", seat: 0 }] satisfies GameEvent[] };
  expect(narrate(step, context)).toEqual(["Ada passed."]);
  expect(narrate(step, { facts: facts(), seats: { 0: seat({ name: "Augusta" }) } })).toEqual(["Augusta passed."]);
});

test("a ticket that does not exist has no name", () => {
  expect(ticketName(99, facts())).toBe("");
});

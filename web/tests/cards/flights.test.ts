import { expect, test } from "vitest";
import { planFlight } from "../../src/cards/flights";

test("a card that you draw flies to its stack, or else to your hand", () => {
  const event = { event: "drew face up", seat: 0, slot: 2, card: "blue" } as const;
  expect(planFlight(event, 0)).toMatchObject({ from: "slot-2", targets: ["hand-blue", "hand"], card: "blue" });
});

test("a card that another player draws flies to that player, face down if it is hidden", () => {
  const flight = planFlight({ event: "drew blind", seat: 1 }, 0);
  expect(flight).toMatchObject({ from: "deck", targets: ["seat-1"] });
  expect(flight?.card).toBeUndefined();
});

test("a spectator owns no hand", () => {
  expect(planFlight({ event: "drew blind", seat: 0 }, undefined)?.targets).toEqual(["seat-0"]);
});

test("tickets fly to their owner", () => {
  const event = { event: "tickets kept", seat: 0, number: 2, returned: 1 } as const;
  expect(planFlight(event, 0)?.targets).toEqual(["my-tickets"]);
  expect(planFlight(event, 1)?.targets).toEqual(["seat-0"]);
});

test("other events move no card", () => {
  expect(planFlight({ event: "passed", seat: 0 }, 0)).toBeUndefined();
});

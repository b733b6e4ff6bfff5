import { expect, test } from "vitest";
import { statusOf } from "../../src/game/status";
import type { State } from "../../src/wire/types";
import { state } from "../fixtures";

test.each<[Partial<State>, string, boolean]>([
  [{ stage: "over" }, "Game over", false],
  [{ you: 0, phase: "turn" }, "Your turn", true],
  [{ you: 0, phase: "first tickets" }, "Choose your tickets", true],
  [{ you: 0, phase: "keep tickets" }, "Choose your tickets", true],
  [{ you: 0, phase: "second card" }, "Draw your second card", true],
  [{ you: 0, phase: "held route" }, "Claim a route that another player holds", true],
  [{ you: 0, phase: "second route" }, "Claim a second route or pass", true],
  [{ you: 1, phase: "turn" }, "Ada’s turn", false],
  [{ you: 1, phase: "first tickets" }, "Waiting for the other players to choose.", false],
  [{ you: 1, turn: undefined }, "", false],
])("%j: %s", (change, title, mine) => {
  expect(statusOf(state(change))).toMatchObject({ title, mine });
});

test("a spectator sees that they are watching", () => {
  expect(statusOf(state()).text).toBe("You are watching");
});

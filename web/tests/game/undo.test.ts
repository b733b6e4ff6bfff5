import { expect, test } from "vitest";
import { undoOf } from "../../src/game/undo";

const steps = (...moves: [move: number, seat?: number][]) => moves.map(([move, seat]) => ({ move, seat }));

test("an undo takes back the last own move and everything after it", () => {
  const log = steps([0], [1, 0], [2, 1], [3, 0], [4, 1], [5, 1]);
  expect(undoOf(log, 0)).toEqual({ moves: 3, seats: [0, 1] });
  expect(undoOf(log, 1)).toEqual({ moves: 1, seats: [1] });
});

test("moves that were taken back do not count", () => {
  const log = steps([1, 0], [2, 1], [3, 0], [1, 1], [2, 1]);
  expect(undoOf(log, 0)).toEqual({ moves: 2, seats: [0, 1] });
});

test("who has not moved has nothing to undo", () => {
  expect(undoOf(steps([1, 0]), 1)).toBeUndefined();
  expect(undoOf(steps([1, 0]), undefined)).toBeUndefined();
});

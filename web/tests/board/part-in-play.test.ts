import { expect, test } from "vitest";
import { partInPlay } from "../../src/board/part-in-play";
import type { Geometry } from "../../src/wire/types";

const cities = [
  { x: 100, y: 50 },
  { x: 300, y: 50 },
  { x: 900, y: 350 },
];
const geometry = { width: 1000, height: 400, cities } as unknown as Geometry;
const frame = { width: 500, height: 200 };
const ticket = (...ends: number[]) => ({ cities: ends, status: "open" as const });

test("without tickets the middle of the board is shown", () => {
  expect(partInPlay(geometry, [], frame, 0.5, 2)).toEqual({ x: 250, y: 100 });
});

test("a board that is zoomed in shows the middle of the tickets' cities", () => {
  expect(partInPlay(geometry, [ticket(1, 2)], frame, 0.5, 2)).toEqual({ x: 300, y: 100 });
});

test("no part of the frame is left empty beside the board", () => {
  expect(partInPlay(geometry, [ticket(0, 1)], frame, 0.5, 2)).toEqual({ x: 125, y: 50 });
});

test("a board that fits stays in the middle", () => {
  expect(partInPlay(geometry, [ticket(0, 1)], frame, 0.5, 1)).toEqual({ x: 250, y: 100 });
});

import { expect, test } from "vitest";
import { ticketEnds } from "../../src/board/ticket-ends";
import { sideOfTwin } from "../../src/board/twins";
import type { Geometry } from "../../src/wire/types";

test("a city that two tickets share is marked once, as open while one of them is", () => {
  const ends = ticketEnds([
    { cities: [1, 2], status: "made" },
    { cities: [2, 3], status: "open" },
    { cities: [3, 4], status: "lost" },
  ]);
  expect(ends).toEqual([
    { city: 1, status: "made" },
    { city: 2, status: "open" },
    { city: 3, status: "open" },
    { city: 4, status: "lost" },
  ]);
});

test("the tracks of a double route are told apart by where they lie", () => {
  const routes = [[[10, 10, 0]], [[10, 20, 0]], [[30, 11, 90]]].map((spaces) => ({ spaces }));
  const geometry = { routes } as unknown as Geometry;
  expect(sideOfTwin(geometry, 0, 1)).toBe("upper");
  expect(sideOfTwin(geometry, 1, 0)).toBe("lower");
  expect(sideOfTwin(geometry, 0, 2)).toBe("left");
  expect(sideOfTwin(geometry, 2, 0)).toBe("right");
});

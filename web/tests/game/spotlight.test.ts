import { expect, test } from "vitest";
import { dimmedRoutes, routesFor } from "../../src/game/spotlight";
import type { LegalMoves } from "../../src/wire/types";
import { facts, route, state } from "../fixtures";

const FACTS = facts({ routes: [route(), route({ color: "red" }), route(), route({ color: "gray" })] });
const GAME = state({ you: 0, routes: { 0: [0], 1: [1] }, closed: [] });

test("a card lights up the routes that some payment uses it for", () => {
  const claims: LegalMoves["claims"] = { 2: { pay: [{ blue: 2 }, { blue: 1, wild: 1 }] }, 3: { pay: [{ red: 2 }] } };
  const legal = { draw: [], tickets: false, claims };
  expect(routesFor("wild", GAME, FACTS, legal)).toEqual([2]);
  expect(routesFor("red", GAME, FACTS, legal)).toEqual([3]);
});

test("out of turn, a card lights up the open routes of its color", () => {
  expect(routesFor("blue", GAME, FACTS, undefined)).toEqual([2]);
  expect(routesFor("blue", { ...GAME, closed: [2] }, FACTS, undefined)).toEqual([]);
});

test("only mine, only theirs or only what is open stays bright", () => {
  const bright = (shown: Parameters<typeof dimmedRoutes>[0]): number[] => {
    const dimmed = dimmedRoutes(shown, GAME, FACTS);
    return [0, 1, 2, 3].filter((one) => !dimmed.has(one));
  };
  expect(bright("all")).toEqual([0, 1, 2, 3]);
  expect(bright("mine")).toEqual([0]);
  expect(bright("theirs")).toEqual([1]);
  expect(bright("open")).toEqual([2, 3]);
});

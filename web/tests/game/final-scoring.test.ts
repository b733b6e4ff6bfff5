import { expect, test } from "vitest";
import { countedPoints, itemPoints, routesOf, scoreItems, scoringSteps } from "../../src/game/end/final-scoring";
import type { SeatScore } from "../../src/wire/types";
import { facts, score, state } from "../fixtures";

const game = (...seats: SeatScore[]) =>
  state({ routes: { 0: [0], 1: [0, 1] }, result: { seats, winners: [0], decided_by: "points" } });

test("a map scores what it has", () => {
  expect(scoreItems(facts())).toEqual(["routes", "completed", "incomplete"]);
  const rich = facts({
    longest_path: 10,
    districts: [{ name: "1", color: "red", points: 1, cities: [0, 1] }],
    flag: { colors: ["blue"], points: 4 },
    technologies: [{ name: "Booster", copies: 1, cost: 1, effect: "", advanced: false }],
  });
  expect(scoreItems(rich)).toHaveLength(7);
});

test("the steps add up to the total, whatever a map scores", () => {
  const map = facts({ longest_path: 10, districts: [{ name: "3", color: "red", points: 3, cities: [0, 1] }] });
  const result = score({
    total: 23,
    routes: 12,
    tickets_made: [0],
    ticket_points: 5,
    tickets_missed: [1],
    ticket_losses: 7,
    longest_path_bonus: 10,
    path: [1, 0],
    ticket_paths: { 0: [0] },
    districts: { 3: 3 },
  });
  const steps = scoringSteps(game(result), map);
  expect(steps.reduce((sum, { points }) => sum + points, 0)).toBe(result.total);
});

test("a completed ticket highlights its path, an incomplete one only its ends", () => {
  const result = score({ tickets_made: [0], tickets_missed: [1], ticket_paths: { 0: [0] } });
  const [, completed, incomplete] = scoringSteps(game(result), facts());
  expect(completed).toMatchObject({ item: "completed", ticket: 0, points: 5, routes: [0], cities: [0, 1] });
  expect(incomplete).toMatchObject({ item: "incomplete", ticket: 1, points: -7, routes: [], cities: [0, 2] });
});

test("a player without tickets has one step for them, without points", () => {
  const steps = scoringSteps(game(score()), facts());
  expect(steps.map(({ item, points }) => [item, points])).toEqual([
    ["routes", 0],
    ["completed", 0],
    ["incomplete", -0],
  ]);
});

test("only the winner of the longest path traces it", () => {
  const map = facts({ longest_path: 10 });
  const seats = [score({ rank: 1, path: [0, 1], longest_path_bonus: 10 }), score({ seat: 1, rank: 2, path: [0] })];
  const traced = scoringSteps(game(...seats), map).filter(({ trace }) => trace);
  expect(traced.map(({ seat, routes }) => [seat, routes])).toEqual([
    [1, []],
    [0, [0, 1]],
  ]);
});

test("the last in rank comes first", () => {
  const steps = scoringSteps(game(score({ rank: 1 }), score({ seat: 1, rank: 2 })), facts());
  expect([steps[0]?.seat, steps.at(-1)?.seat]).toEqual([1, 0]);
});

test("a game without a result has no steps", () => {
  expect(scoringSteps(state(), facts())).toEqual([]);
});

test("a shared route belongs to both of its owners", () => {
  expect(routesOf(game(), 0)).toEqual([0, 1]);
  expect(routesOf(game(), 1)).toEqual([1]);
  expect(routesOf(state(), 0)).toEqual([]);
});

test("losses are negative, however the server signs them", () => {
  expect(itemPoints(score({ ticket_losses: 7 }), "incomplete")).toBe(-7);
  expect(itemPoints(score({ ticket_losses: -7 }), "incomplete")).toBe(-7);
});

test("the points counted so far are those of each seat", () => {
  const steps = scoringSteps(game(score({ rank: 1, routes: 12 }), score({ seat: 1, rank: 2, routes: 7 })), facts());
  expect(countedPoints([])).toEqual({});
  expect(countedPoints(steps.slice(0, 1))).toEqual({ 1: 7 });
  expect(countedPoints(steps)).toEqual({ 0: 12, 1: 7 });
});

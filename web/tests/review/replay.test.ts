import { describe, expect, test } from "vitest";
import { chanceSeries, scoreSeries } from "../../src/review/series";
import { replayStates } from "../../src/review/states";
import type { Replay, ReplayStep } from "../../src/wire/types";
import { score, seat, state } from "../fixtures";

const replayStep = (move: number, patch: Record<string, unknown>): ReplayStep => ({
  seq: move,
  move,
  events: [],
  patch,
});
const replay: Replay = {
  game: "g1",
  viewer: "all",
  state: state({ seats: { 0: seat({ score: 0 }), 1: seat({ name: "Grace", color: "blue", score: 0 }) } }),
  steps: [
    replayStep(0, { phase: "turn" }),
    replayStep(1, { seats: { 0: { score: 4 } }, rev: 2 }),
    replayStep(2, {
      stage: "over",
      result: { seats: [score({ total: 9 }), score({ seat: 1, total: -3 })], winners: [0], decided_by: "points" },
    }),
  ],
};
const states = replayStates(replay);

describe("states", () => {
  test("there is one before the first step and one after each", () => {
    expect(states).toHaveLength(4);
    expect(states[0]).toBe(replay.state);
    expect(states.map(({ rev }) => rev)).toEqual([1, 1, 2, 2]);
  });

  test("what does not change is shared", () => {
    expect(states[3]!.seats).toBe(states[2]!.seats);
    expect(states[2]!.seats[1]).toBe(states[0]!.seats[1]);
  });
});

describe("series", () => {
  test("scores are those on the board, and the total at the end", () => {
    expect(scoreSeries(states)).toEqual([
      { seat: "0", name: "Ada", color: "red", values: [0, 0, 4, 9] },
      { seat: "1", name: "Grace", color: "blue", values: [0, 0, 0, -3] },
    ]);
    expect(scoreSeries([])).toEqual([]);
  });

  test("chances are the mean of every player's latest estimate, and certain at the end", () => {
    const chances = {
      game: "g1",
      total: 3,
      done: true,
      moments: [{ seat: 0, wins: [0.6, 0.4] }, { seat: 1, wins: [0.2, 0.8] }, { wins: [1, 0] }],
    };
    const [ada, grace] = chanceSeries(states, replay, chances);
    expect(ada?.values).toEqual([0.6, 0.6, 0.4, 1]);
    expect(grace?.values.map((value) => value?.toFixed(1))).toEqual(["0.4", "0.4", "0.6", "0.0"]);
  });

  test("chances that are not calculated yet are unknown", () => {
    const chances = { game: "g1", total: 3, done: false, moments: [{ seat: 0, wins: [0.6, 0.4] }] };
    expect(chanceSeries(states, replay, chances)[0]?.values).toEqual([0.6, 0.6, undefined, undefined]);
  });
});

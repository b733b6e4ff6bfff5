import { beforeEach, describe, expect, it } from "vitest";
import { explainReason } from "../../src/puzzles/explain";
import { loadAnswers, nextPuzzle, saveAnswers, withAnswer } from "../../src/puzzles/solved";
import type { Facts, PuzzleRow } from "../../src/wire/types";

const row = (id: string, level: string, map = "usa"): PuzzleRow => ({ id, level, map, players: 2 });
const LEVELS = ["novice", "easy", "hard"];
const facts = {
  routes: [{ name: "Alba–Brook" }],
  tickets: [{ a: [0], b: [1], name_a: "Alba", name_b: "Cove", points: 9 }],
} as unknown as Facts;

describe("answers to puzzles", () => {
  beforeEach(() => localStorage.clear());

  it("are remembered, and only the first one counts", () => {
    saveAnswers(withAnswer(withAnswer(loadAnswers(), "usa-1", false), "usa-1", true));
    expect(loadAnswers()).toEqual({ "usa-1": false });
  });

  it("survive a storage that holds nonsense", () => {
    localStorage.setItem("branchline-puzzles", "{");
    expect(loadAnswers()).toEqual({});
  });
});

describe("the next puzzle", () => {
  const puzzles = [row("c", "hard"), row("a", "novice"), row("b", "easy", "uk")];

  it("is the easiest one without an answer", () => {
    expect(nextPuzzle(puzzles, LEVELS, {}, "")?.id).toBe("a");
    expect(nextPuzzle(puzzles, LEVELS, { a: false }, "")?.id).toBe("b");
  });

  it("is of the chosen map and not the current one", () => {
    expect(nextPuzzle(puzzles, LEVELS, {}, "usa", "a")?.id).toBe("c");
    expect(nextPuzzle(puzzles, LEVELS, { b: true }, "uk")).toBeUndefined();
  });
});

describe("the reasons", () => {
  it("are sentences about tickets, routes, points and turns", () => {
    expect(explainReason({ kind: "ticket", best: 0.9, other: 0.4, ticket: 0 }, facts)).toContain("90%");
    expect(explainReason({ kind: "lost route", best: 0, other: 0.64, route: 0 }, facts)).toContain("Alba–Brook in 64%");
    expect(explainReason({ kind: "part", best: 12.5, other: 8, part: "routes" }, facts)).toContain("12.5 points");
    expect(explainReason({ kind: "rivals", best: 90, other: 97.5 }, facts)).toContain("7.5 points less");
    expect(explainReason({ kind: "turns", best: 60, other: 63 }, facts)).toContain("3 turns earlier");
    expect(explainReason({ kind: "turns", best: 63, other: 60 }, facts)).toContain("3 turns longer");
  });
});

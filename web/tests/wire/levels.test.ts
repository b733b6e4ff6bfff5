import { describe, expect, it } from "vitest";
import { suggestLevel } from "../../src/wire/levels";
import type { GameRow } from "../../src/wire/types";

const suggestedLevel = (levels: string[], games: GameRow[]): string => suggestLevel(levels, games).level;
const LEVELS = ["novice", "beginner", "easy"];

const game = (level: string, won: boolean, more: Partial<GameRow> = {}): GameRow =>
  ({
    stage: "over",
    yours: [0],
    seats: [
      { kind: "person", name: "Ada", color: "navy", won: won || undefined },
      { kind: "bot", name: "Bot", color: "wine", level, won: !won || undefined },
    ],
    ...more,
  }) as GameRow;

describe("the suggested level", () => {
  it("is the gentlest for a newcomer", () => {
    expect(suggestedLevel(LEVELS, [])).toBe("novice");
  });

  it("stays after one game", () => {
    expect(suggestedLevel(LEVELS, [game("beginner", true)])).toBe("beginner");
    expect(suggestedLevel(LEVELS, [game("beginner", false)])).toBe("beginner");
  });

  it("goes up after two wins in a row and down after two losses", () => {
    expect(suggestedLevel(LEVELS, [game("beginner", true), game("beginner", true)])).toBe("easy");
    expect(suggestedLevel(LEVELS, [game("beginner", false), game("beginner", false)])).toBe("novice");
    expect(suggestedLevel(LEVELS, [game("beginner", true), game("beginner", false)])).toBe("beginner");
  });

  it("says when it goes up or down", () => {
    expect(suggestLevel(LEVELS, [game("beginner", true), game("beginner", true)]).change).toBe(1);
    expect(suggestLevel(LEVELS, [game("beginner", false), game("beginner", false)]).change).toBe(-1);
    expect(suggestLevel(LEVELS, [game("beginner", true)]).change).toBe(0);
    expect(suggestLevel(LEVELS, [game("easy", true), game("easy", true)]).change).toBe(0);
  });

  it("stays within the levels", () => {
    expect(suggestedLevel(LEVELS, [game("easy", true), game("easy", true)])).toBe("easy");
    expect(suggestedLevel(LEVELS, [game("novice", false), game("novice", false)])).toBe("novice");
  });

  it("does not count two games at different levels as a streak", () => {
    expect(suggestedLevel(LEVELS, [game("beginner", true), game("novice", true)])).toBe("beginner");
  });

  it("ignores games against people, several own seats, running, practice and daily games, and other bots", () => {
    const others = [
      game("planner", true),
      game("easy", true, { stage: "playing" }),
      game("easy", true, { yours: [0, 1] }),
      game("easy", true, { yours: undefined }),
      game("easy", true, { practice: true }),
      game("easy", true, { daily: true }),
    ];
    expect(suggestedLevel(LEVELS, others)).toBe("novice");
  });
});

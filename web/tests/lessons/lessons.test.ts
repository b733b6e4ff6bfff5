import { beforeEach, expect, test } from "vitest";
import { loadProgress, nextLesson, saveProgress } from "../../src/lessons/progress";
import { tourMap } from "../../src/lessons/tour-game";
import type { MapRow } from "../../src/wire/types";

const LESSONS = ["a", "b", "c"].map((id) => ({ id }));

beforeEach(() => localStorage.clear());

test("progress is kept, and a broken one counts as none", () => {
  saveProgress({ lessons: { a: true } });
  saveProgress({ tour: { game: "g1", step: 3 } });
  expect(loadProgress()).toEqual({ lessons: { a: true }, tour: { game: "g1", step: 3 } });
  saveProgress({ tour: undefined, toured: true });
  expect(loadProgress()).toEqual({ lessons: { a: true }, toured: true });
  localStorage.setItem("branchline-lessons", "{");
  expect(loadProgress()).toEqual({ lessons: {} });
});

test("the next lesson is the first one after the current that is not done", () => {
  expect(nextLesson(LESSONS, { lessons: {} })?.id).toBe("a");
  expect(nextLesson(LESSONS, { lessons: { b: true } }, "a")?.id).toBe("c");
  expect(nextLesson(LESSONS, { lessons: { c: true } }, "b")?.id).toBe("a");
  expect(nextLesson(LESSONS, { lessons: { a: true, b: true, c: true } }, "c")).toBeUndefined();
});

test("the tour takes place on the smallest map of the site", () => {
  const maps = [
    { id: "large", cities: 40, yours: false },
    { id: "small", cities: 9, yours: false },
    { id: "mine", cities: 3, yours: true },
  ] as MapRow[];
  expect(tourMap(maps)?.id).toBe("small");
});

import { describe, expect, it } from "vitest";
import { beaten, levelRanges, median, placeOf } from "../../src/daily/standing";

describe("a score among others", () => {
  it("shares its place with equal scores", () => {
    expect(placeOf(90, [120, 90, 90, 70])).toBe(2);
    expect(placeOf(120, [120, 90])).toBe(1);
  });

  it("is compared with the middle of each level's scores", () => {
    expect(median([10, 20, 60])).toBe(20);
    expect(median([10, 20, 31, 60])).toBe(26);
    const ranges = levelRanges({ novice: [10, 20, 60], strong: [80, 90, 100] });
    expect(ranges.map((range) => [range.level, range.least, range.most])).toEqual([
      ["novice", 10, 60],
      ["strong", 80, 100],
    ]);
    expect(beaten(85, ranges)?.level).toBe("novice");
    expect(beaten(91, ranges)?.level).toBe("strong");
    expect(beaten(5, ranges)).toBeUndefined();
  });
});

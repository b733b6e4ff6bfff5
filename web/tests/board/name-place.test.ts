import { expect, test } from "vitest";
import { namePlace } from "../../src/board/name-place";

const mark = { name: "", x: 500, y: 300, radius: 10 };
const WIDTH = 1000;

test("a name grows away from its city", () => {
  expect(namePlace(mark, [515, 295, 40, 10], 6, 20, WIDTH)).toMatchObject({ x: 515, anchor: "start" });
  expect(namePlace(mark, [445, 295, 40, 10], 6, 20, WIDTH)).toMatchObject({ x: 485, anchor: "end" });
  const above = namePlace(mark, [480, 275, 40, 10], 6, 20, WIDTH);
  const below = namePlace(mark, [480, 315, 40, 10], 6, 20, WIDTH);
  expect(above).toMatchObject({ x: 500, anchor: "middle" });
  expect(above.y).toBeLessThan(285);
  expect(below.y).toBeGreaterThan(325);
});

test("a name stays on the board", () => {
  const right = { ...mark, x: 930 };
  expect(namePlace(right, [945, 295, 40, 10], 10, 20, WIDTH).x).toBe(890);
  expect(namePlace(right, [910, 315, 40, 10], 20, 20, WIDTH).x).toBe(890);
});

import { expect, test } from "vitest";
import { beside } from "../../src/game/placement";

const FRAME = { width: 1000, height: 700 };
const PANEL = { width: 360, height: 300 };
const box = (left: number, top: number, width = 80, height = 40): Parameters<typeof beside>[0] => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const covers = (route: ReturnType<typeof box>, { left, top }: { left: number; top: number }): boolean =>
  left < route.right && left + PANEL.width > route.left && top < route.bottom && top + PANEL.height > route.top;

test("a panel never covers a route that it has room beside, and stays in the frame", () => {
  for (let left = 0; left <= 920; left += 92) {
    for (let top = 0; top <= 660; top += 66) {
      const route = box(left, top);
      const place = beside(route, PANEL, FRAME);
      expect(covers(route, place), `${left} ${top}`).toBe(false);
      expect(place.left).toBeGreaterThanOrEqual(0);
      expect(place.left + PANEL.width).toBeLessThanOrEqual(FRAME.width);
      expect(place.top).toBeGreaterThanOrEqual(0);
      expect(place.top + PANEL.height).toBeLessThanOrEqual(FRAME.height);
    }
  }
});

test("a panel is to the right of a route if there is room", () => {
  expect(beside(box(100, 300), PANEL, FRAME).left).toBeGreaterThan(180);
  expect(beside(box(900, 300), PANEL, FRAME).left).toBeLessThan(540);
});

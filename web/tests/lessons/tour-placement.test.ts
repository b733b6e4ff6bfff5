import { expect, test } from "vitest";
import { overlap, placeCard } from "../../src/lessons/tour-placement";

const LAPTOP = { left: 0, top: 52, width: 1440, height: 848 };
const PHONE = { left: 0, top: 52, width: 390, height: 792 };
const CARD = { width: 272, height: 200 };

test("the card keeps clear of what it explains, wherever that is", () => {
  for (const area of [LAPTOP, PHONE]) {
    for (const top of [60, 300, 560]) {
      const target = { left: 0, top, width: area.width, height: 220 };
      expect(overlap({ ...placeCard(CARD, area, target, []), ...CARD }, target)).toBe(0);
    }
  }
});

test("the card stays inside the window", () => {
  const { left, top } = placeCard({ width: 360, height: 180 }, PHONE, undefined, [{ ...PHONE, used: false }]);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left + 360).toBeLessThanOrEqual(390);
  expect(top).toBeGreaterThanOrEqual(52);
});

test("of the places that are clear, one that covers nothing else is taken", () => {
  const board = { left: 240, top: 100, width: 900, height: 600 };
  const market = { left: 1150, top: 60, width: 280, height: 400, used: false };
  const place = placeCard(CARD, LAPTOP, board, [market]);
  expect(overlap({ ...place, ...CARD }, market)).toBe(0);
});

test("where something must be covered, it is not what the player uses", () => {
  const board = { left: 0, top: 52, width: 950, height: 848, used: false };
  const hand = { left: 950, top: 52, width: 490, height: 500, used: true };
  const log = { left: 950, top: 552, width: 490, height: 348, used: false };
  const place = placeCard(CARD, LAPTOP, undefined, [board, hand, log]);
  expect(overlap({ ...place, ...CARD }, hand)).toBe(0);
});

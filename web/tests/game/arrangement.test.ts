import { expect, test } from "vitest";
import { arrange, roomForTickets } from "../../src/game/arrangement";

const USA = 1200 / 816;
const PARIS = 1200 / 1040;
const UK = 1200 / 1504;
const LONDON = 1200 / 780;

test("a landscape board has the hand below it and one column beside it", () => {
  expect(arrange(1440, 900, USA)).toMatchObject({ shape: "columns", hand: "below", columns: 1 });
});

test("a nearly square board has the full height, and the hand beside it", () => {
  const { hand, columns, side } = arrange(1440, 900, PARIS);
  expect({ hand, columns }).toEqual({ hand: "beside", columns: 1 });
  expect(1440 - side).toBeGreaterThan(840 * PARIS);
});

test("a portrait board has a column on either side", () => {
  expect(arrange(1440, 900, UK)).toMatchObject({ hand: "beside", columns: 2 });
});

test("screens held upright have everything below each other", () => {
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [820, 1180],
  ] as const) {
    for (const aspect of [USA, PARIS, UK]) {
      const { shape, side } = arrange(width, height, aspect);
      expect(shape).toBe("stacked");
      expect(height - side).toBeGreaterThan(height * 0.45);
    }
  }
});

test("a phone on its side leaves most of its width to the board", () => {
  const { shape, columns, short, side } = arrange(844, 390, USA);
  expect({ shape, columns, short }).toEqual({ shape: "columns", columns: 1, short: true });
  expect(side).toBeLessThan(844 * 0.45);
});

test("the smallest phone on its side has the board beside the panels too", () => {
  const { shape, short, side } = arrange(568, 320, UK);
  expect({ shape, short }).toEqual({ shape: "columns", short: true });
  expect(568 - side).toBeGreaterThan(200);
});

test("a tablet has two panels side by side below the board, a phone has one", () => {
  expect(arrange(820, 1180, USA).wide).toBe(true);
  expect(arrange(390, 844, USA).wide).toBe(false);
});

test("a higher bar takes its room from the sheet and not from the board", () => {
  const board = (bar: number): number => 640 - 56 - bar - arrange(360, 640, UK, { players: 56, bar }).side;
  expect(board(110)).toBe(board(48));
});

test("on the smallest phones a board that is not upright fills the width", () => {
  for (const aspect of [USA, LONDON]) {
    const { side } = arrange(360, 640, aspect, { players: 90, bar: 48 });
    expect(640 - 52 - 90 - 48 - side).toBeGreaterThanOrEqual(Math.floor(352 / aspect));
  }
  const { side } = arrange(360, 640, PARIS, { players: 90, bar: 48 });
  expect(side).toBeLessThan(200);
});

test("on a common phone three tickets have room for their maps below a landscape board, five do not below any", () => {
  expect(arrange(390, 844, USA).side).toBeGreaterThan(roomForTickets(3));
  for (const aspect of [USA, PARIS, UK]) {
    expect(arrange(360, 640, aspect).side).toBeLessThan(roomForTickets(5));
  }
});

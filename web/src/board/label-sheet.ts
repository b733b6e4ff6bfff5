// Which sheet of labels a board has at its size on the screen.

/** Labels whose letters are lower, in pixels, are replaced by larger ones. */
const COMFORTABLE_LETTERS = 10.2;
/** A board whose largest letters are lower is zoomed in until they can be read. */
export const LEAST_LETTERS = 8.5;
/** Letters that are lower can hardly be read. */
export const LEGIBLE_LETTERS = 7;

/** Return the first sheet with comfortable letters, or the last; `letters` are their heights, in ascending order. */
export function labelSheet(letters: readonly number[]): number {
  const found = letters.findIndex((height) => height >= COMFORTABLE_LETTERS);
  return found < 0 ? letters.length - 1 : found;
}

/** Left, top, width and height, in board units. */
export type Box = readonly [number, number, number, number];

/** Return the boxes of labels that had no room to be legible on a sheet, which is an SVG document, by city. */
export function smallLabels(sheet: string): Map<number, Box> {
  const boxes = [...sheet.matchAll(/<g class="city"(?: data-small="([^"]*)")?/g)].map(([, box]) => box);
  return new Map(
    boxes.flatMap((box, city) => (box ? [[city, box.split(" ").map(Number) as unknown as Box] as const] : [])),
  );
}

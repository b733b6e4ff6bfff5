import type { CityMark } from "../wire/types";
import type { Box } from "./label-sheet";

export interface NamePlace {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

/** The usual width of a letter, and how far a capital reaches above its middle, in font sizes. */
const LETTER = 0.55;
const HALF_CAPITAL = 0.34;

/** Return where to write a name in a larger font over its label: it grows away from the mark, within the board. */
export function namePlace(mark: CityMark, box: Box, letters: number, size: number, width: number): NamePlace {
  const [left, top, wide, high] = box;
  const long = letters * LETTER * size;
  const [x, y] = [left + wide / 2, top + high / 2];
  const isAbove = y < mark.y;
  // Beside the mark, lines keep their middle; above and below it, they keep their distance.
  if (mark.x < left) return { x: Math.min(left, width - long), y: y + HALF_CAPITAL * size, anchor: "start" };
  if (mark.x > left + wide) return { x: Math.max(left + wide, long), y: y + HALF_CAPITAL * size, anchor: "end" };
  const within = Math.min(Math.max(x, long / 2), width - long / 2);
  return { x: within, y: isAbove ? top + high - 0.2 * size : top + 0.85 * size, anchor: "middle" };
}

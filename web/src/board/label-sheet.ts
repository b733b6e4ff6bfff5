// Which sheet of labels a board has at its size on the screen.

/** Labels whose letters are lower, in pixels, are replaced by larger ones. */
const COMFORTABLE_LETTERS = 10.2;
/** A board whose largest letters are lower is zoomed in until they can be read. */
export const LEAST_LETTERS = 8.5;

/** Return the first sheet with comfortable letters, or the last; `letters` are their heights, in ascending order. */
export function labelSheet(letters: readonly number[]): number {
  const found = letters.findIndex((height) => height >= COMFORTABLE_LETTERS);
  return found < 0 ? letters.length - 1 : found;
}

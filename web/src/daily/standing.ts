// How a score compares with others on the same deal.

/** Return the place of a score among all, 1 for the highest; equal scores share a place. */
export const placeOf = (score: number, scores: number[]): number => scores.filter((other) => other > score).length + 1;

/** Return the middle of sorted scores. */
export function median(sorted: number[]): number {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : Math.round((upper + (sorted[middle - 1] ?? upper)) / 2);
}

export interface LevelRange {
  level: string;
  least: number;
  median: number;
  most: number;
  games: number;
}

/** Return the range of each level's scores, from the weakest level to the strongest. */
export function levelRanges(levels: Record<string, number[]>): LevelRange[] {
  return Object.entries(levels).map(([level, scores]) => ({
    level,
    least: scores[0] ?? 0,
    median: median(scores),
    most: scores.at(-1) ?? 0,
    games: scores.length,
  }));
}

/** Return the strongest level whose usual score was beaten. */
export const beaten = (score: number, ranges: LevelRange[]): LevelRange | undefined =>
  ranges.findLast((range) => score > range.median);

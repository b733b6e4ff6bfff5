import type { Geometry } from "../wire/types";

/** The track whose spaces lie nearest to a point, if any (or any of those among) is within reach. */
export function nearest(geometry: Geometry, x: number, y: number, reach: number, among?: ReadonlySet<number>): number | undefined {
  let best: number | undefined;
  let least = reach;
  geometry.tracks.forEach((track, index) => {
    if (among && !among.has(index)) return;
    for (const [sx, sy] of track.spaces) {
      const distance = Math.max(0, Math.hypot(sx - x, sy - y) - geometry.space[0] / 3);
      if (distance < least) [least, best] = [distance, index];
    }
  });
  return best;
}

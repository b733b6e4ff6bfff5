import type { Geometry } from "../wire/types";

/** The route whose spaces lie nearest to a point, of those within reach and, if given, among some routes. */
export function nearest(
  geometry: Geometry,
  x: number,
  y: number,
  reach: number,
  among?: ReadonlySet<number>,
): number | undefined {
  let best: number | undefined;
  let least = reach;
  geometry.routes.forEach((route, index) => {
    if (among && !among.has(index)) return;
    for (const [sx, sy] of route.spaces) {
      const distance = Math.max(0, Math.hypot(sx - x, sy - y) - geometry.space[0] / 3);
      if (distance < least) [least, best] = [distance, index];
    }
  });
  return best;
}

// The two tracks of a double route, told apart by where they lie.
import type { Geometry } from "../wire/types";

export type Side = "upper" | "lower" | "left" | "right";

/** Return on which side of its twin a track lies. */
export function sideOfTwin(geometry: Geometry, route: number, twin: number): Side {
  const middle = (index: number): { x: number; y: number } => {
    const { spaces } = geometry.routes[index]!;
    const sum = spaces.reduce((total, [x, y]) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
    return { x: sum.x / spaces.length, y: sum.y / spaces.length };
  };
  const [own, other] = [middle(route), middle(twin)];
  const [dx, dy] = [own.x - other.x, own.y - other.y];
  if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? "left" : "right";
  return dy < 0 ? "upper" : "lower";
}

// Outlines of many spaces as the data of one path: the browser has few nodes to keep, whatever is lit or claimed.
import type { Geometry } from "../wire/types";

type Space = readonly [number, number, number];

const digits = (value: number): string => value.toFixed(1);

/** A rounded box about a space, turned with it. */
export function box([x, y, turn]: Space, wide: number, high: number, round: number): string {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const at = (dx: number, dy: number): string => `${digits(x + dx * cos - dy * sin)} ${digits(y + dx * sin + dy * cos)}`;
  const [w, h, r] = [wide / 2, high / 2, Math.min(round, wide / 2, high / 2)];
  const arc = `A${digits(r)} ${digits(r)} 0 0 1 `;
  return `M${at(r - w, -h)}L${at(w - r, -h)}${arc}${at(w, r - h)}L${at(w, h - r)}${arc}${at(w - r, h)}` +
    `L${at(r - w, h)}${arc}${at(-w, h - r)}L${at(-w, r - h)}${arc}${at(r - w, -h)}Z`;
}

/** All spaces of these tracks, a little larger than they are. */
export function outlines(board: Geometry, routes: Iterable<number>, grow = 1): string {
  const [w, h] = board.space;
  let data = "";
  for (const route of routes) for (const space of board.tracks[route]?.spaces ?? []) data += box(space, w + grow, h + grow, board.corner + grow / 2);
  return data;
}

/** Two strokes across each space of a track that is closed. */
export function crosses(board: Geometry, route: number): string {
  const [w, h] = [0.36 * board.space[0], 0.42 * board.space[1]];
  return (board.tracks[route]?.spaces ?? []).map(([x, y, turn]) => {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    const at = (dx: number, dy: number): string => `${digits(x + dx * cos - dy * sin)} ${digits(y + dx * sin + dy * cos)}`;
    return `M${at(-w, -h)}L${at(w, h)}M${at(w, -h)}L${at(-w, h)}`;
  }).join("");
}

/** Discs in the middle of each space, for a sign to lie on. */
export function discs(spaces: readonly Space[], radius: number): string {
  const r = digits(radius);
  return spaces.map(([x, y]) => `M${digits(x - radius)} ${digits(y)}a${r} ${r} 0 1 0 ${digits(2 * radius)} 0a${r} ${r} 0 1 0 ${digits(-2 * radius)} 0Z`).join("");
}

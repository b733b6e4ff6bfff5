// Symbols and outlines on the spaces of routes.
import type { Geometry, RouteMark } from "../wire/types";

export type Space = RouteMark["spaces"][number];

const digits = (value: number): string => value.toFixed(1);

/** The transform that puts a symbol on a space, moved by an offset if given. */
export const place = ([x, y, turn]: Space, [dx, dy]: readonly [number, number] = [0, 0]): string =>
  `translate(${digits(x + dx)} ${digits(y + dy)})rotate(${turn})`;

/** A rounded box around a space, turned with it. */
function box([x, y, turn]: Space, wide: number, high: number, round: number): string {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const at = (dx: number, dy: number): string =>
    `${digits(x + dx * cos - dy * sin)} ${digits(y + dx * sin + dy * cos)}`;
  const [w, h, r] = [wide / 2, high / 2, Math.min(round, wide / 2, high / 2)];
  const arc = `A${digits(r)} ${digits(r)} 0 0 1 `;
  return (
    `M${at(r - w, -h)}L${at(w - r, -h)}${arc}${at(w, r - h)}L${at(w, h - r)}${arc}${at(w - r, h)}` +
    `L${at(r - w, h)}${arc}${at(-w, h - r)}L${at(-w, r - h)}${arc}${at(r - w, -h)}Z`
  );
}

/** The outlines of all spaces of some routes, larger than the spaces by `grow`: one path, however many routes are lit. */
export function outlines(board: Geometry, routes: Iterable<number>, grow: number): string {
  const [w, h] = board.space;
  let data = "";
  for (const route of routes)
    for (const space of board.routes[route]?.spaces ?? [])
      data += box(space, w * (board.routes[route]?.stretch ?? 1) + grow, h + grow, board.corner + grow / 2);
  return data;
}

/** The lines of some routes from city to city, as one path. */
export const tracks = (board: Geometry, routes: Iterable<number>): string =>
  [...routes].map((route) => board.routes[route]?.path ?? "").join("");

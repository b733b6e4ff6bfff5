// Which part of a board that is larger than its frame is shown first.
import type { Geometry } from "../wire/types";
import type { TicketEnds } from "./ticket-ends";

/**
 * Return the middle of the cities of a viewer's tickets, in pixels of the frame.
 *
 * The board has `scale` pixels a unit before it is zoomed in by `zoom`; the middle is never so far out that the zoomed
 * board would leave a part of the frame empty.
 */
export function partInPlay(
  geometry: Geometry,
  tickets: readonly TicketEnds[],
  frame: { width: number; height: number },
  scale: number,
  zoom: number,
): { x: number; y: number } {
  const cities = tickets.flatMap((ticket) => ticket.cities.map((city) => geometry.cities[city]!));
  const middle = (values: number[], whole: number, room: number): number => {
    const off = values.length ? (Math.min(...values) + Math.max(...values) - whole) / 2 : 0;
    const most = Math.max(0, (whole * scale - room / zoom) / 2);
    return room / 2 + Math.min(most, Math.max(-most, off * scale));
  };
  const [xs, ys] = [cities.map(({ x }) => x), cities.map(({ y }) => y)];
  return { x: middle(xs, geometry.width, frame.width), y: middle(ys, geometry.height, frame.height) };
}

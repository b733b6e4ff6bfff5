// Where the tour's card goes: beside what it explains, over as little of the game as possible.
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The distance between the places that are tried, and from the edges of the window, in pixels. */
const GRID = 12;
const MARGIN = 8;
/** How much worse it is to cover the target than to cover something else. */
const TARGET_WEIGHT = 1000;
/** How much worse it is to cover what the player uses now than to cover something else. */
const USED_WEIGHT = 5;

/** Something that the card should not cover. */
export interface Obstacle extends Box {
  used: boolean;
}

export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

const middle = (box: Box): [number, number] => [box.left + box.width / 2, box.top + box.height / 2];

/** Return the best place for a card of this size: clear of the target, then of everything else, then close by. */
export function placeCard(
  size: { width: number; height: number },
  area: Box,
  target: Box | undefined,
  others: readonly Obstacle[],
): { left: number; top: number } {
  const [x, y] = middle(target ?? area);
  let best = { left: area.left + MARGIN, top: area.top + MARGIN };
  let least = Number.POSITIVE_INFINITY;
  const right = Math.max(area.left + MARGIN, area.left + area.width - size.width - MARGIN);
  const bottom = Math.max(area.top + MARGIN, area.top + area.height - size.height - MARGIN);
  for (const left of steps(area.left + MARGIN, right)) {
    for (const top of steps(area.top + MARGIN, bottom)) {
      const box = { left, top, ...size };
      const covered = others.reduce((sum, other) => sum + (other.used ? USED_WEIGHT : 1) * overlap(box, other), 0);
      const [cardX, cardY] = middle(box);
      const cost =
        TARGET_WEIGHT * (target ? overlap(box, target) : 0) + covered + Math.hypot(cardX - x, cardY - y) / 10;
      if (cost < least) {
        least = cost;
        best = { left, top };
      }
    }
  }
  return best;
}

/** Return the numbers of a grid from one number to another, both included. */
function steps(from: number, to: number): number[] {
  const count = Math.ceil((to - from) / GRID);
  return Array.from({ length: count + 1 }, (_, index) => Math.min(to, from + index * GRID));
}

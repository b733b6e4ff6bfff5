// Where a panel about a route goes: beside the route, inside the frame of the board.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Size {
  width: number;
  height: number;
}

const GAP = 14;
const MARGIN = 8;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Return the corner of a panel that does not cover the route, if there is room; else as little as possible. */
export function beside(route: Box, panel: Size, frame: Size): { left: number; top: number } {
  const [most, lowest] = [frame.width - panel.width - MARGIN, frame.height - panel.height - MARGIN];
  const middle = {
    left: clamp((route.left + route.right - panel.width) / 2, MARGIN, most),
    top: clamp((route.top + route.bottom - panel.height) / 2, MARGIN, lowest),
  };
  const places = [
    { left: route.right + GAP, top: middle.top, room: most - route.right - GAP },
    { left: route.left - GAP - panel.width, top: middle.top, room: route.left - GAP - panel.width - MARGIN },
    { left: middle.left, top: route.bottom + GAP, room: lowest - route.bottom - GAP },
    { left: middle.left, top: route.top - GAP - panel.height, room: route.top - GAP - panel.height - MARGIN },
  ];
  const best = places.find(({ room }) => room >= 0) ?? places.reduce((a, b) => (b.room > a.room ? b : a));
  return { left: clamp(best.left, MARGIN, most), top: clamp(best.top, MARGIN, lowest) };
}

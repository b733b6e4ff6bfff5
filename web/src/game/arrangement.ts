// Where the parts of a game go on a screen: the board gets the largest share, the rest goes where it leaves room.
import { INSET } from "../board/viewport.svelte";

export interface Arrangement {
  /** Everything below each other, as on a phone held upright, or columns beside the board. */
  shape: "stacked" | "columns";
  /** Whether the hand lies below the board or in a column beside it. */
  hand: "below" | "beside";
  columns: 1 | 2;
  /** Whether there is little height, as on a phone on its side: the column then has the tabs of a stacked screen. */
  short: boolean;
  /** Whether a sheet below the board has room for two panels side by side. */
  wide: boolean;
  /** Whether a sheet below the board has room for one row of cards only. */
  low: boolean;
  /** The width of each column, or the height of the sheet below the board. */
  side: number;
}

/** The heights of the parts that a stacked board has above and below it, in pixels. */
export interface Heights {
  players: number;
  bar: number;
}

/** The heights of the hand below the board, and of the status below a stacked board. */
const HAND = 92;
const STATUS = 48;
/** Columns of less height are short. */
const LEAST_HEIGHT = 500;
/** A stacked screen of this width has two panels in its sheet. */
const WIDE = 700;
const COLUMN = { least: 320, leastShort: 268, most: 480, two: 620 };
const SHEET = { low: 190, least: 230, usual: 300, most: 420, part: 0.36 };
/** A board of a lower aspect ratio fills the width of a phone in any case: it is zoomed in. */
const PORTRAIT = 0.9;
/** The least part of the largest possible board that is kept to show the hand below it, in one row. */
const WORTH = 0.94;

/** The height of a ticket with its map, and of the hand beside the button below the tickets. */
const TICKET = { row: 76, footer: 100 };

const clamp = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** The size of the largest board with this aspect ratio (width by height) in a frame. */
function largest(width: number, height: number, aspect: number): { width: number; height: number } {
  const wide = Math.min(width - 2 * INSET, (height - 2 * INSET) * aspect);
  return { width: wide, height: wide / aspect };
}

/** Whether everything is below each other; else the bar of the page has room for the tools of the board. */
export const isStacked = (width: number, height: number): boolean => width < (height > width ? 1000 : 480);
const isShort = (height: number): boolean => height - topBar(height) < LEAST_HEIGHT;
/** The height of the bar at the top of the page: `--bar` of the style. */
const topBar = (height: number): number => (height <= 480 ? 44 : 52);

/** Arrange a screen of this size for a board of this aspect ratio. */
export function arrange(
  width: number,
  height: number,
  aspect: number,
  { players, bar }: Heights = { players: 56, bar: STATUS },
): Arrangement {
  if (isStacked(width, height)) return stacked(width, height - players, aspect, bar, topBar(height));
  const inner = height - topBar(height);
  const short = isShort(height);
  const least = short ? COLUMN.leastShort : COLUMN.least;
  const full = largest(width - least, inner, aspect);
  const lower = largest(width - least, inner - HAND, aspect);
  const below = !short && lower.width * lower.height >= WORTH * full.width * full.height;
  const room = Math.floor(width - (below ? lower : full).width - 2 * INSET);
  const columns = room >= COLUMN.two ? 2 : 1;
  return {
    shape: "columns",
    hand: below ? "below" : "beside",
    columns,
    short,
    wide: false,
    low: false,
    side: clamp(least, room / columns, COLUMN.most),
  };
}

/** The height of a sheet that has room for this many tickets to choose from, each with its map. */
export const roomForTickets = (tickets: number): number => TICKET.footer + tickets * TICKET.row;

function stacked(width: number, height: number, aspect: number, bar: number, top: number): Arrangement {
  const free = height - top - bar;
  const wanted = largest(width, Number.POSITIVE_INFINITY, aspect).height + 2 * INSET;
  // A higher bar, as in a replay, takes its room from the sheet and not from the board.
  const more = Math.max(0, bar - STATUS);
  // On the smallest phones the cards lie in one row, so that the board can fill the width.
  const small = aspect > PORTRAIT && free - wanted < SHEET.least - more;
  const least = (small ? SHEET.low : clamp(SHEET.least, SHEET.part * height, SHEET.usual)) - more;
  const side = Math.round(clamp(least, free - wanted, SHEET.most));
  const low = side < SHEET.least - more;
  return { shape: "stacked", hand: "beside", columns: 1, short: false, wide: width >= WIDE, low, side };
}

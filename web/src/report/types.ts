// Generated from the types in Python by `make wire`. Do not edit.
// A field that may be absent is optional; in a patch, null removes a field.

/**
 * The data of a page: a run, the colors of its board, and perhaps another run that it is compared with.
 */
export interface ReportData {
  run: Run;
  heat: Heat[];
  other?: Run;
}
/**
 * A match as a report shows it. `curves` has the mean score of each bot at equal steps of a game.
 */
export interface Run {
  label: string;
  title: string;
  clock: number | null;
  summary: Summary;
  styles: Fingerprint[];
  scores: ScoreCounts[];
  curves: number[][];
  seats: SeatInsight[];
  tickets: TicketInsight[];
  routes: RouteInsight[];
}
/**
 * A match in numbers, the same for the same seed wherever it was played.
 */
export interface Summary {
  map: string;
  players: number;
  options: string[];
  seed: number;
  games: number;
  turns: number;
  bots: BotSummary[];
  seats: number[];
}
/**
 * The results of one bot of a match, over all seats.
 */
export interface BotSummary {
  bot: string;
  games: number;
  wins: number;
  win_rate: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  interval: [number, number];
  score: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  score_interval: [number, number];
  parts: {
    [k: string]: number;
  };
  tickets_made: number;
  tickets_missed: number;
  by_seat: number[];
}
/**
 * The style of one bot of a match; all figures but the last two are means over its games.
 */
export interface Fingerprint {
  bot: string;
  turns: number;
  routes: number;
  route_length: number;
  tickets: number;
  missed: number;
  ticket_draws: number;
  blocking: number;
}
/**
 * How many games ended with each score: `counts[0]` with the score `lowest`, and so on.
 */
export interface ScoreCounts {
  lowest: number;
  counts: number[];
}
/**
 * How often a seat won, with its interval, its mean score, and the win rate of each bot in it.
 */
export interface SeatInsight {
  seat: number;
  win_rate: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  interval: [number, number];
  score: number;
  by_bot: number[];
}
/**
 * How often a ticket was kept and completed, what it was worth, and how often its owners won.
 */
export interface TicketInsight {
  name: string;
  points: number;
  kept: number;
  made_rate: number;
  worth: number;
  win_rate: number;
}
/**
 * How often a route was claimed, and how much more often than average its owners won.
 */
export interface RouteInsight {
  route: number;
  name: string;
  length: number;
  color: string;
  claimed: number;
  edge: number;
}
/**
 * One way to color the routes of the board: the color, width and tooltip of each, and the ends of its scale.
 */
export interface Heat {
  name: string;
  note: string;
  low: string;
  high: string;
  gradient: string[];
  colors: string[];
  widths: number[];
  tips: string[];
}

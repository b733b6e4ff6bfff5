// Which level of bots suits a visitor, from the games that they have finished.
import type { GameRow } from "./types";

/** How many games in a row at one level move a visitor to the next. */
const STREAK = 2;

interface Played {
  level: string;
  won: boolean;
}

/** Return the level and the outcome of a finished game of one person against bots of one level. */
function against(game: GameRow): Played | undefined {
  const [seat, ...others] = game.yours ?? [];
  const bots = game.seats.filter((_, number) => number !== seat);
  const level = bots[0]?.level;
  if (game.stage !== "over" || game.practice || game.daily || seat === undefined || others.length || !level)
    return undefined;
  return bots.every((bot) => bot.level === level) ? { level, won: game.seats[seat]?.won ?? false } : undefined;
}

export interface Suggestion {
  level: string;
  /** 1 if it is a level above that of the last game, -1 if it is one below. */
  change: -1 | 0 | 1;
}

/**
 * Return the level to play next: the first one for a newcomer, one up after two wins in a row, one down after two
 * losses, and else the level of the last game.
 *
 * `levels` are sorted from weak to strong, `games` from new to old.
 */
export function suggestLevel(levels: string[], games: GameRow[]): Suggestion {
  const played = games.map(against).filter((game) => game !== undefined && levels.includes(game.level)) as Played[];
  const [last] = played;
  if (!last) return { level: levels[0] ?? "", change: 0 };
  const streak = played.slice(0, STREAK).filter((game) => game.level === last.level && game.won === last.won).length;
  const change = last.won ? 1 : -1;
  const next = levels[levels.indexOf(last.level) + change];
  return streak < STREAK || next === undefined ? { level: last.level, change: 0 } : { level: next, change };
}

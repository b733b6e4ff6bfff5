// The data of the charts: for each player a value per state of the replay, where one is known.
import type { Chances, Replay, State } from "../wire/types";

export interface Series {
  seat: string;
  name: string;
  color: string;
  values: (number | undefined)[];
}

const perSeat = (states: State[], value: (seat: string, index: number) => number | undefined): Series[] =>
  Object.entries(states[0]?.seats ?? {}).map(([seat, { name, color }]) => ({
    seat,
    name,
    color,
    values: states.map((_, index) => value(seat, index)),
  }));

/** Return the scores on the board. The last value is the final total, tickets included. */
export function scoreSeries(states: State[]): Series[] {
  return perSeat(states, (seat, index) => {
    const final = states[index]?.result?.seats.find((score) => score.seat === Number(seat));
    return final?.total ?? states[index]?.seats[seat]?.score ?? 0;
  });
}

/**
 * Return each moment's chances as the mean of every player's latest estimate.
 *
 * The server reports what the player who had to decide could know, so that single estimates jump with every turn.
 */
function averaged({ moments }: Chances): number[][] {
  const latest = new Map<number, number[]>();
  return moments.map(({ seat, wins }) => {
    if (seat === undefined) return wins; // The end of the game is certain.
    latest.set(seat, wins);
    const estimates = [...latest.values()];
    return wins.map((_, n) => estimates.reduce((sum, estimate) => sum + (estimate[n] ?? 0), 0) / estimates.length);
  });
}

/** Return the chances of winning, as far as the server has calculated them. */
export function chanceSeries(states: State[], replay: Replay, chances: Chances): Series[] {
  const wins = averaged(chances);
  const move = (index: number): number => (index > 0 ? (replay.steps[index - 1]?.move ?? 0) : 0);
  return perSeat(states, (seat, index) => wins[move(index)]?.[Number(seat)]);
}

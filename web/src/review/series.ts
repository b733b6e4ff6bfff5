// What the charts of a replay show: for each player a value at each moment, where there is one.
import type { Chances, Replay, State } from "../wire/types";

export interface Series {
  seat: string;
  name: string;
  color: string;
  values: (number | undefined)[];
}

const ofSeats = (states: State[], value: (seat: string, moment: number) => number | undefined): Series[] =>
  Object.entries(states[0]?.seats ?? {}).map(([seat, { name, color }]) => ({
    seat,
    name,
    color,
    values: states.map((_, i) => value(seat, i)),
  }));

/** Points on the board; the last moment counts the tickets too. */
export function scores(states: State[]): Series[] {
  return ofSeats(
    states,
    (seat, i) =>
      states[i]?.result?.seats.find((score) => score.seat === Number(seat))?.total ??
      states[i]?.seats[seat]?.score ??
      0,
  );
}

/** The server tells what the player who had to decide could know: the mean of everyone's latest view wavers less. */
function together(told: Chances): number[][] {
  const latest = new Map<number, number[]>();
  return told.moments.map(({ seat, wins }) => {
    if (seat === undefined) return wins; // the end is known
    latest.set(seat, wins);
    const views = [...latest.values()];
    return wins.map((_, n) => views.reduce((sum, view) => sum + (view[n] ?? 0), 0) / views.length);
  });
}

/** Chances of winning, as far as they are worked out. */
export function chances(states: State[], replay: Replay, told: Chances): Series[] {
  const wins = together(told);
  const move = (i: number): number => (i > 0 ? (replay.steps[i - 1]?.move ?? 0) : 0);
  return ofSeats(states, (seat, i) => wins[move(i)]?.[Number(seat)]);
}

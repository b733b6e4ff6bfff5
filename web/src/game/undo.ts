// What an undo would take back, read from the log.
import type { Step } from "../wire/types";

export interface Undo {
  moves: number;
  /** Whose moves they are. */
  seats: number[];
}

/** Return the last move of a seat and everything after it, or nothing if the seat has not moved. */
export function undoOf(log: readonly Pick<Step, "move" | "seat">[], seat: number | undefined): Undo | undefined {
  const movers: number[] = [];
  for (const step of log) {
    if (step.move < movers.length)
      movers.length = step.move; // moves were taken back
    else if (step.move > movers.length && step.seat !== undefined) movers.push(step.seat);
  }
  const first = seat === undefined ? -1 : movers.lastIndexOf(seat);
  if (first < 0) return undefined;
  const taken = movers.slice(first);
  return { moves: taken.length, seats: [...new Set(taken)] };
}

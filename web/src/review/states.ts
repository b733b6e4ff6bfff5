import { merged } from "../wire/patch";
import type { Replay, State } from "../wire/types";

/** A state of a replay; with all eyes open it has every hand. */
export type Shown = State & { hands?: Record<string, Record<string, number>> };

/** Every moment of a game: the first, and one after each step; what does not change is shared. */
export function moments(replay: Replay): Shown[] {
  const states: Shown[] = [replay.state];
  for (const step of replay.steps) states.push(merged(states[states.length - 1] as Shown, step.patch));
  return states;
}

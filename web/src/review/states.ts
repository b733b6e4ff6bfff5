import { applyPatch } from "../wire/patch";
import type { Cards, Replay, State } from "../wire/types";

/** A state of a replay. A replay of all players has every hand. */
export type ReplayState = State & { hands?: Record<string, Cards> };

/** Return the state before the first step and after each one. States share what does not change between them. */
export function replayStates(replay: Replay): ReplayState[] {
  const states: ReplayState[] = [replay.state];
  let current: ReplayState = replay.state;
  for (const step of replay.steps) {
    current = applyPatch(current, step.patch);
    states.push(current);
  }
  return states;
}

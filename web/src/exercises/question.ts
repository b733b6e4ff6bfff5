// What puzzles and lessons have in common.
import type { MoveChoice, State } from "../wire/types";

/** A position to decide in. */
export interface Question {
  state: State;
  choices: MoveChoice[];
}

/** An entry of a list. */
export interface Row {
  id: string;
  title: string;
  /** What is said below the title. */
  about?: string;
  /** Whether it was answered, and rightly. */
  right?: boolean;
  /** How that is said. */
  result?: string;
}

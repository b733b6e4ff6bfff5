// Which puzzles this browser has answered, and whether the first answer was right.
import type { PuzzleRow } from "../wire/types";

const KEY = "branchline-puzzles";

export type Answers = Record<string, boolean>;

export function loadAnswers(): Answers {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Answers;
  } catch {
    return {};
  }
}

/** Remember the first answer to a puzzle: what is known already is no answer. */
export function withAnswer(answers: Answers, id: string, right: boolean): Answers {
  return id in answers ? answers : { ...answers, [id]: right };
}

export function saveAnswers(answers: Answers): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(answers));
  } catch {
    // Without storage the answers last until the page is closed.
  }
}

/** Return the next puzzle to try: of the wanted map, not answered yet, the easiest first. */
export function nextPuzzle(
  puzzles: PuzzleRow[],
  levels: string[],
  answers: Answers,
  map: string,
  current = "",
): PuzzleRow | undefined {
  return puzzles
    .filter((puzzle) => puzzle.id !== current && !(puzzle.id in answers) && (!map || puzzle.map === map))
    .sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))[0];
}

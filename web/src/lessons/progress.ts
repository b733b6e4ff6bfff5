// What this browser has learned: the lessons that were answered, and the tour.
const KEY = "branchline-lessons";

export interface Progress {
  /** The lessons that were answered, by id. */
  lessons: Record<string, boolean>;
  /** The game of the tour and its step, until the tour is over. */
  tour?: { game: string; step: number };
  /** Whether the tour was played to its end. */
  toured?: boolean;
}

export function loadProgress(): Progress {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>;
    return { ...stored, lessons: stored.lessons ?? {} };
  } catch {
    return { lessons: {} };
  }
}

export function saveProgress(changes: Partial<Progress>): Progress {
  const progress = { ...loadProgress(), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // Without storage the progress lasts until the page is closed.
  }
  return progress;
}

/** Return the first lesson that is not answered yet: those after the current one first. */
export function nextLesson<Row extends { id: string }>(
  lessons: readonly Row[],
  { lessons: done }: Progress,
  current = "",
): Row | undefined {
  const place = lessons.findIndex(({ id }) => id === current) + 1;
  return [...lessons.slice(place), ...lessons.slice(0, place)].find(({ id }) => id !== current && !done[id]);
}

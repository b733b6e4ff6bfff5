// What this browser remembers of its person.
import type { Language } from "../i18n";

interface Preferences {
  language: Language | "auto";
  theme: "auto" | "light" | "dark";
  sound: boolean;
  motion: boolean;
  notify: boolean;
  map: string;
  players: number;
  level: string;
  toured: boolean;
}

const KEY = "branchline";
const FIRST: Preferences = {
  language: "auto",
  theme: "auto",
  sound: false,
  motion: true,
  notify: false,
  map: "",
  players: 2,
  level: "medium",
  toured: false,
};

function remembered(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>;
  } catch {
    return {};
  }
}

export const preferences = $state<Preferences>({ ...FIRST, ...remembered() });

export function remember(change: Partial<Preferences>): void {
  Object.assign(preferences, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is left.
  }
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const moves = (): boolean => preferences.motion && !still.matches;

// What this browser remembers about its user.
import type { Language } from "../i18n";

export interface Preferences {
  language: Language | "auto";
  theme: "auto" | "light" | "dark";
  sound: boolean;
  motion: boolean;
  notify: boolean;
  map: string;
  players: number;
  level: string;
}

const KEY = "branchline";
const DEFAULTS: Preferences = {
  language: "auto",
  theme: "auto",
  sound: true,
  motion: true,
  notify: false,
  map: "",
  players: 2,
  level: "medium",
};

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>;
  } catch {
    return {};
  }
}

export const preferences = $state<Preferences>({ ...DEFAULTS, ...stored() });

export function savePreferences(change: Partial<Preferences>): void {
  Object.assign(preferences, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Without storage the change lasts until the page is closed.
  }
}

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export const animationsEnabled = (): boolean => preferences.motion && !reducedMotion.matches;

// Names of maps and cities in any script: fonts for letters that the page's own fonts lack, and names from right to left.
import type { Facts, PageFont, PageFonts } from "./types";

/** Letters that the page's own fonts have. */
const OWN_LETTERS = /^[\u0020-\u00ff\u0131\u0152\u0153\u2010-\u2027\u20ac]*$/;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const loaded = new Set<string>();

/** Return a name that keeps its place in a sentence: one from right to left would change places with what follows it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** Return the facts of a map with names that can be put into any sentence. */
export function withIsolatedNames(facts: Facts): Facts {
  const cities = facts.cities.map((city) => ({ ...city, name: isolated(city.name), label: isolated(city.label) }));
  const between = (a: number, b: number): string => `${cities[a]!.name}–${cities[b]!.name}`;
  return {
    ...facts,
    cities,
    routes: facts.routes.map((route) =>
      RIGHT_TO_LEFT.test(route.name) ? { ...route, name: between(route.a, route.b) } : route,
    ),
    tickets: facts.tickets.map((ticket) => ({
      ...ticket,
      name_a: isolated(ticket.name_a),
      name_b: isolated(ticket.name_b),
    })),
  };
}

/** Return the texts of a map that its author wrote. */
export function textsOf({ name, summary, note, cities, tickets, districts, technologies }: Facts): string[] {
  const ends = tickets.flatMap((ticket) => [ticket.name_a, ticket.name_b]);
  return [name, summary, note ?? "", ...[...cities, ...districts, ...technologies].map((one) => one.name), ...ends];
}

/** Return whether the page's own fonts lack letters of these texts. */
export function needFonts(texts: readonly string[]): boolean {
  return !texts.every((text) => OWN_LETTERS.test(text.replace(/[\u2068\u2069]/g, "")));
}

/** Get the fonts of a map once if some of its texts need them. Without them the system's fonts are used. */
export function loadFonts(key: string, texts: readonly string[], fetchFonts: () => Promise<PageFonts>): void {
  if (loaded.has(key) || !needFonts(texts)) return;
  loaded.add(key);
  fetchFonts()
    .then(({ fonts }) => fonts.forEach(addFont))
    .catch(() => loaded.delete(key));
}

function addFont({ face, letters, data }: PageFont): void {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const unicodeRange = [...letters].map((letter) => `U+${letter.codePointAt(0)!.toString(16)}`).join();
  const family = face === "display" ? "Map Display" : "Map Text";
  document.fonts.add(new FontFace(family, bytes, { unicodeRange, weight: "200 900" }));
}

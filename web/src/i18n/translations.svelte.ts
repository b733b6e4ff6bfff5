// The language of the page: the one chosen, else the browser's.
import { preferences } from "../ui/preferences.svelte";
import type { Cards } from "../wire/types";
import { en, phrases as english, type Catalogue } from "./en";
import type { Language } from "./index";

interface Book {
  t: Catalogue;
  phrases: Record<string, string>;
}

const books = { en: { t: en, phrases: english } };
let french = $state.raw<Book>();

const ofBrowser = (): Language => (navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en");

class Words {
  wished: Language = $derived(preferences.language === "auto" ? ofBrowser() : preferences.language);
  book: Book = $derived(this.wished === "fr" && french ? french : books.en);
  language: Language = $derived(this.book === french ? "fr" : "en");
  t: Catalogue = $derived(this.book.t);

  /** French is fetched only by those who read it. */
  async load(): Promise<void> {
    if (this.wished !== "fr" || french) return;
    const [{ fr }, { phrases }] = await Promise.all([import("./fr"), import("./fr-phrases")]);
    french = { t: fr, phrases };
  }

  /** A sentence that a map file brings, in the language of the page where we have it. */
  phrase(text: string): string {
    return this.book.phrases[text] ?? text;
  }

  color(name: string): string {
    return this.t.colors[name] ?? name;
  }
}

export const words = new Words();

/** "2 blue and 1 wild". */
export function inWords(cards: Cards): string {
  const said = Object.entries(cards).map(([name, number]) => `${number} ${words.color(name)}`);
  return listed(said);
}

export function listed(parts: string[]): string {
  const last = parts[parts.length - 1] ?? "";
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} ${words.t.and} ${last}` : last;
}

// The texts of the page in the language of the reader: the one chosen in the settings, or else the browser's.
import type { Cards, Reason, RouteRule } from "../wire/types";
import { type Catalog, en, type RouteRuleTexts } from "./en";

export type Language = "en" | "fr";

interface Translation {
  language: Language;
  t: Catalog;
  /** Sentences of map files, technologies and quick chat lines, by their English text. */
  phrases: Record<string, string>;
  /** Why an action is illegal, by the engine's reason code. */
  reasons: Partial<Record<Reason, string>>;
  /** Why a request was refused, by the server's code. */
  refusals: Record<string, string>;
}

// The server's own sentences are English, so English needs no translations of them.
const english: Translation = { language: "en", t: en, phrases: {}, reasons: {}, refusals: {} };

const browserLanguage = (): Language => (navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en");

class Translations {
  preferred = $state<Language | "auto">("auto");
  #french = $state.raw<Translation>();
  /** The reader's language, known before its texts are loaded. */
  readonly wanted: Language = $derived(this.preferred === "auto" ? browserLanguage() : this.preferred);
  #current: Translation = $derived(this.wanted === "fr" && this.#french ? this.#french : english);
  readonly language: Language = $derived(this.#current.language);
  readonly t: Catalog = $derived(this.#current.t);

  /** Load the wanted language. French is a separate file that only its readers download. */
  async load(): Promise<void> {
    if (this.wanted !== "fr" || this.#french) return;
    const [{ fr }, { phrases, reasons, refusals }] = await Promise.all([import("./fr"), import("./fr-server")]);
    this.#french = { language: "fr", t: fr, phrases, reasons, refusals };
  }

  /** Translate a sentence from a map file or the server, if a translation exists. */
  phrase(text: string): string {
    return this.#current.phrases[text] ?? text;
  }

  color(name: string): string {
    return this.t.colors[name] ?? name;
  }

  /** Write a number as the reader's language does. */
  number(value: number): string {
    return value.toLocaleString(this.language);
  }

  reason(code: string | undefined): string | undefined {
    return this.#current.reasons[code as Reason];
  }

  refusal(code: string | undefined): string | undefined {
    return this.#current.refusals[code ?? ""];
  }
}

export const translations = new Translations();

/** The texts of the rules of single routes, by rule. */
export const routeRuleTexts = (): [RouteRule, RouteRuleTexts][] =>
  Object.entries(translations.t.routeRules) as [RouteRule, RouteRuleTexts][];

/** "blue, white, and red". */
export const joinAnd = (parts: string[]): string =>
  new Intl.ListFormat(translations.language, { type: "conjunction" }).format(parts);

/** "blue, white, or red". */
export const joinOr = (parts: string[]): string =>
  new Intl.ListFormat(translations.language, { type: "disjunction" }).format(parts);

/** "2 blue and 1 wild". */
export const describeCards = (cards: Cards): string =>
  joinAnd(Object.entries(cards).map(([name, count]) => translations.t.cardsOf(count, name)));

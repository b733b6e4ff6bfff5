// Why something cannot be done, in the language of the page.
import type { Answer, Refused, RouteFact } from "../wire/types";
import { describeCards, joinAnd, translations } from "./translations.svelte";

type Refusal = Pick<Answer | Refused, "message" | "missing" | "reason"> & { code?: string };

/** Explain a refusal; a route and the technologies owned let it name the technologies that are missing. */
export function explain(refusal: Refusal, route?: RouteFact, owned: readonly string[] = []): string {
  const { t } = translations;
  if (refusal.missing && Object.keys(refusal.missing).length) return t.missingCards(describeCards(refusal.missing));
  if (refusal.reason === "technology_missing" && route) {
    const missing = route.needs.filter((need) => !owned.includes(need));
    return t.missingTechnologies(joinAnd(missing.map((name) => translations.phrase(name))));
  }
  return translations.reason(refusal.reason) ?? translations.refusal(refusal.code) ?? refusal.message ?? t.failed;
}

/** Explain an error of an HTTP request. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return translations.refusal((error as { code?: string }).code) ?? error.message;
}

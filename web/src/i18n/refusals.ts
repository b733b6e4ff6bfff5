// Why something cannot be done: the server's reason code in the language of the page, else its own sentence.
import type { Answer, Refused, Route } from "../wire/types";
import { inWords, listed, words } from "./translations.svelte";

type No = Pick<Answer | Refused, "message" | "missing"> & { reason?: string; code?: string };

export function reason(no: No, route?: Route, owned: readonly string[] = []): string {
  const t = words.t;
  if (no.missing && Object.keys(no.missing).length) return t.reasonMissing(inWords(no.missing));
  if (no.reason === "technology_missing" && route) {
    return t.reasonTechnology(
      listed(route.needs.filter((need) => !owned.includes(need)).map((need) => words.phrase(need))),
    );
  }
  if (words.language === "en" && no.message) return no.message;
  return t.reasons[no.reason ?? ""] ?? t.refused[no.code ?? ""] ?? words.phrase(no.message ?? "");
}

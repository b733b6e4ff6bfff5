// Why the best choice of a puzzle is best, as sentences.
import { translations } from "../i18n";
import { ticketName } from "../i18n/narration";
import type { Facts, PuzzleReason } from "../wire/types";
import { puzzleTexts } from "./texts";

export const percent = (share: number): string =>
  new Intl.NumberFormat(translations.language, { style: "percent" }).format(share);
export const decimal = (value: number): string =>
  new Intl.NumberFormat(translations.language, { maximumFractionDigits: 1 }).format(value);

export function explainReason(reason: PuzzleReason, facts: Facts): string {
  const texts = puzzleTexts();
  const { best, other } = reason;
  switch (reason.kind) {
    case "ticket":
      return texts.ticket(ticketName(reason.ticket ?? 0, facts), percent(best), percent(other));
    case "lost route":
      return texts.lostRoute(facts.routes[reason.route ?? 0]?.name ?? "", percent(other));
    case "part":
      return texts.part(texts.parts[reason.part ?? ""] ?? "", decimal(best), decimal(other));
    case "rivals":
      return texts.rivals(decimal(other - best));
    case "turns":
      return best < other ? texts.shorter(decimal(other - best)) : texts.longer(decimal(best - other));
    default:
      return "";
  }
}

// The texts of a review in the reader's language.
import { translations } from "../i18n";
import { ticketName } from "../i18n/narration";
import type { Decision, Facts, Review, ReviewReason, Seat } from "../wire/types";
import { reviewTexts } from "./texts";

/** The labels of decisions that cost something, mildest first. */
export const COSTLY = ["inaccuracy", "mistake", "blunder"];

/** A decision in the list: one that cost something, or one after which the deck changed the game. */
export interface Entry {
  decision: Decision;
  isTurningPoint: boolean;
  /** The change of the chance of winning by luck, if that made it a turning point. */
  luck?: number;
}

/** Return the decisions of a seat that are worth a look, in the order of the game. */
export function entries(review: Review, seat: number): Entry[] {
  const points = new Map(review.turning_points.filter((point) => point.seat === seat).map((p) => [p.number, p]));
  return review.decisions
    .filter((decision) => decision.seat === seat)
    .map((decision) => {
      const point = points.get(decision.number);
      const luck = point?.cause === "luck" ? point.change : undefined;
      return { decision, isTurningPoint: point !== undefined, luck };
    })
    .filter(({ decision, luck }) => COSTLY.includes(decision.label) || luck !== undefined);
}

export const percent = (share: number): string =>
  share.toLocaleString(translations.language, { style: "percent", maximumFractionDigits: 0 });

/** Write a number with its sign and the same digits everywhere: "+1.5", "−3". */
export function signed(value: number, digits = 0): string {
  const text = Math.abs(value).toLocaleString(translations.language, { maximumFractionDigits: digits });
  return `${value < 0 ? "−" : "+"}${text}`;
}

export const signedPercent = (share: number): string => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;

/** Return the reason of a loss as a sentence. */
export function explain(reason: ReviewReason, facts: Facts, seats: Record<string, Seat>): string {
  const texts = reviewTexts();
  return texts.reasons[reason.kind]({
    route: reason.route === undefined ? "" : (facts.routes[reason.route]?.name ?? ""),
    ticket: reason.ticket === undefined ? "" : ticketName(reason.ticket, facts),
    who: reason.seat === undefined ? "" : (seats[reason.seat]?.name ?? ""),
    card: translations.color(reason.card ?? ""),
    item: texts.items[reason.item ?? ""] ?? "",
    number: reason.number ?? 0,
    share: percent(reason.share ?? 0),
    bestShare: percent(reason.best_share ?? 0),
    points: texts.points(Math.round(10 * (reason.points ?? 0)) / 10),
  });
}

// An action as a sentence, for suggestions, puzzles and reviews.
import type { Action, Facts, Offer } from "../wire/types";
import { ticketName } from "./narration";
import { describeCards, joinAnd, translations } from "./translations.svelte";

interface Position {
  facts: Facts;
  offer?: Offer;
  /** The tickets that the action keeps, where the offer is not known. */
  kept?: number[];
  /** How many cards are drawn at once without looking. */
  blind?: number;
}

/** Return the tickets that an action keeps, given by their places in the offer. */
export const keptTickets = (places: number[], offer: Offer | undefined): number[] =>
  places.flatMap((place) => offer?.tickets[place] ?? []);

export function describeAction(action: Action, { facts, offer, kept, blind = 0 }: Position): string {
  const { t } = translations;
  switch (action.action) {
    case "draw":
      return action.card === "deck" ? t.drawFromDeck : t.take(action.card);
    case "draw blind":
      return t.drawSeveral(blind);
    case "tickets":
      return t.drawTickets;
    case "claim":
      return describeClaim(action, facts);
    case "buy":
      return t.labeled(t.buyTechnology(translations.phrase(action.technology)), describeCards(action.cards));
    case "keep":
      return t.labeled(
        t.keepTickets(action.tickets.length),
        joinAnd((kept ?? keptTickets(action.tickets, offer)).map((ticket) => ticketName(ticket, facts))),
      );
    case "pass":
      return t.pass;
  }
}

function describeClaim({ route, cards, keep }: Extract<Action, { action: "claim" }>, facts: Facts): string {
  const { t } = translations;
  const fact = facts.routes[route];
  const claim = t.labeled(t.claimRoute(fact?.name ?? ""), describeCards(cards));
  const color = Object.keys(cards).find((card) => card !== "wild");
  return keep && color ? `${claim}, ${t.keepForFlag(color)}` : claim;
}

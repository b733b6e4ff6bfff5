// The log as text: one sentence for each event worth mentioning.
import type { Facts, GameEvent, Seat, Step } from "../wire/types";
import { describeCards, joinAnd, translations } from "./translations.svelte";

export interface Context {
  facts: Facts;
  seats: Record<string, Seat>;
}

const cache = new WeakMap<object, { language: string; names: string; sentences: readonly string[] }>();

/** Return the sentences of a step. The log is rendered often, so they are cached per step. */
export function narrate(step: Pick<Step, "events">, context: Context): readonly string[] {
  const { language } = translations;
  const names = Object.values(context.seats)
    .map((seat) => seat.name)
    .join();
  const cached = cache.get(step);
  if (cached?.language === language && cached.names === names) return cached.sentences;
  const sentences = step.events.map((event) => sentence(event, context)).filter(Boolean);
  cache.set(step, { language, names, sentences });
  return sentences;
}

function sentence(event: GameEvent, { facts, seats }: Context): string {
  const log = translations.t.narration;
  const name = "seat" in event ? (seats[event.seat]?.name ?? "") : "";
  switch (event.event) {
    case "started":
      return log.started;
    case "edited":
      return log.optionsChanged;
    case "rematch":
      return log.rematch;
    case "market reset":
      return log.marketReset;
    case "reshuffled":
      return log.reshuffled;
    case "came back":
      return log.technologyBack(translations.phrase(event.technology));
    case "withdrawn":
      return log.technologyWithdrawn(translations.phrase(event.technology));
    case "game over":
      return log.gameOver;
    case "sat down":
      return log.satDown(translations.t.playerName(event.name));
    case "left":
      return log.seatChanged(translations.t.playerName(event.name ?? ""));
    case "out of time":
      return log.outOfTime(name);
    case "undo asked":
      return log.undoRequested(name, event.moves);
    case "undo refused":
      return log.undoDeclined(name);
    case "undone":
      return log.undone(name, event.moves);
    case "resigned":
      return log.resigned(name);
    case "drew blind":
      return log.drewFromDeck(name, event.card ?? "");
    case "drew face up":
      return log.tookFaceUp(name, event.card);
    case "tickets offered":
      return log.drewTickets(name, event.number);
    case "chosen":
      return log.choseFirstTickets(name);
    case "tickets kept":
      return log.keptTickets(name, event.number, joinAnd((event.tickets ?? []).map((id) => ticketName(id, facts))));
    case "claimed":
      return log.claimed(name, facts.routes[event.route]?.name ?? "", describeCards(event.cards), event.points);
    case "flag card":
      return log.keptFlagCard(name, event.card);
    case "flag scored":
      return log.completedFlag(name, event.points);
    case "bought":
      return log.bought(name, translations.phrase(event.technology), describeCards(event.cards));
    case "passed":
      return log.passed(name);
    case "last round":
      return log.lastRound(name);
    // What these show is visible on the board and in the status bar.
    case "dealt":
    case "turned up":
    case "turn":
      return "";
  }
}

export function ticketName(id: number, facts: Facts): string {
  const ticket = facts.tickets[id];
  return ticket ? translations.t.ticket(ticket.name_a, ticket.name_b) : "";
}

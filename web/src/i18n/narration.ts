// The log in words: a sentence for each event, in the language of the page.
import type { Facts, GameEvent, Seat, Step } from "../wire/types";
import { inWords, listed, words } from "./translations.svelte";

export interface Cast {
  facts: Facts;
  seats: Record<string, Seat>;
}

const said = new WeakMap<object, { language: string; names: string; text: string[] }>();

/** The sentences of a step; they are put together once, however often the log is shown. */
export function sentences(step: Pick<Step, "events">, cast: Cast): string[] {
  const names = Object.values(cast.seats)
    .map((seat) => seat.name)
    .join();
  const before = said.get(step);
  if (before?.language === words.language && before.names === names) return before.text;
  const text = step.events.map((event) => sentence(event, cast)).filter((line) => line !== "");
  said.set(step, { language: words.language, names, text });
  return text;
}

function sentence(event: GameEvent, cast: Cast): string {
  const l = words.t.l;
  const name = cast.seats[event.seat ?? -1]?.name ?? "";
  const card = event.card ? words.color(event.card) : "";
  const number = event.number ?? 0;
  const tellers: Record<string, () => string> = {
    started: () => l.started,
    edited: () => l.edited,
    rematch: () => l.rematch,
    "market reset": () => l.reset,
    reshuffled: () => l.reshuffled,
    "came back": () => l.cameBack(technology(event)),
    withdrawn: () => l.withdrawn(technology(event)),
    "game over": () => l.over,
    "sat down": () => l.satDown(name),
    left: () => l.left(name),
    "out of time": () => l.outOfTime(name),
    "undo asked": () => l.undoAsked(name, event.moves ?? 0),
    "undo refused": () => l.undoRefused(name),
    undone: () => l.undone(name, event.moves ?? 0),
    resigned: () => l.resigned(name),
    "drew blind": () => l.drewBlind(name, card),
    "drew face up": () => l.drewFaceUp(name, card),
    "tickets offered": () => l.offered(name, number),
    chosen: () => l.chosen(name),
    "tickets kept": () =>
      l.kept(name, number, listed((event.tickets ?? []).map((ticket) => ticketName(ticket, cast.facts)))),
    claimed: () =>
      l.claimed(name, cast.facts.routes[event.route ?? 0]?.name ?? "", inWords(event.cards ?? {}), event.points ?? 0),
    "flag card": () => l.flagCard(name, card),
    "flag scored": () => l.flagScored(name, event.points ?? 0),
    bought: () => l.bought(name, technology(event), inWords(event.cards ?? {})),
    passed: () => l.passed(name),
    "last round": () => l.lastRound(name),
  };
  return tellers[event.event]?.() ?? "";
}

const technology = (event: GameEvent): string => words.phrase(event.technology ?? "");

export function ticketName(ticket: number, facts: Facts): string {
  const fact = facts.tickets[ticket];
  return fact ? words.t.ticket(fact.name_a, fact.name_b) : "";
}

// What is to be done now, in a few words.
import { words } from "../i18n";
import type { State } from "../wire/types";

export interface Status {
  title: string;
  text: string;
  mine: boolean;
}

export function statusOf(state: State): Status {
  const t = words.t;
  if (state.stage === "over") return { title: t.gameOver, text: "", mine: false };
  const mine = state.you !== undefined && state.deciding.includes(state.you);
  if (!mine) return theirs(state);
  const titles: Partial<Record<string, [string, string]>> = {
    "first tickets": [t.keepTickets, ""],
    "keep tickets": [t.keepTickets, ""],
    "second card": [t.secondCard, t.secondCardHint],
    "held route": [t.heldRoute, ""],
    "second route": [t.secondRoute, ""],
  };
  const [title, text] = titles[state.phase ?? ""] ?? [t.yourTurn, t.yourTurnHint];
  return { title, text, mine };
}

function theirs(state: State): Status {
  const t = words.t;
  const text = state.you === undefined ? t.watching : "";
  if (state.phase === "first tickets") return { title: t.waitingOthers, text, mine: false };
  const seat = state.seats[state.turn ?? -1];
  return { title: seat ? t.theirTurn(seat.name) : "", text, mine: false };
}

// What has to be done now, in a few words.
import { translations } from "../i18n";
import type { State } from "../wire/types";

export interface Status {
  title: string;
  text: string;
  mine: boolean;
}

export function statusOf(state: State): Status {
  const { t } = translations;
  if (state.stage === "over") return { title: t.gameOver, text: "", mine: false };
  const mine = state.you !== undefined && state.deciding.includes(state.you);
  if (!mine) return othersStatus(state);
  switch (state.phase) {
    case "first tickets":
    case "keep tickets":
      return { title: t.chooseTickets, text: "", mine };
    case "second card":
      return { title: t.secondCard, text: t.secondCardHint, mine };
    case "held route":
      return { title: t.claimHeldRoute, text: "", mine };
    case "second route":
      return { title: t.claimSecondRoute, text: "", mine };
    default:
      return { title: t.yourTurn, text: t.yourTurnHint, mine };
  }
}

function othersStatus(state: State): Status {
  const { t } = translations;
  const text = state.you === undefined ? t.watching : "";
  if (state.phase === "first tickets") return { title: t.waitingForOthers, text, mine: false };
  const seat = state.seats[state.turn ?? -1];
  return { title: seat ? t.theirTurn(seat.name) : "", text, mine: false };
}

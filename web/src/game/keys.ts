// Keys of the game: each does what a click would do.
import type { Session } from "./session.svelte";

export interface Doings {
  find: () => void;
  write: () => void;
  help: () => void;
  board: (event: KeyboardEvent) => boolean;
}

const typing = (event: KeyboardEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest("input, textarea, select, dialog, [contenteditable]") !== null;

export function pressed(event: KeyboardEvent, session: Session, doings: Doings): void {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event) || session.curtain) return;
  if (act(event.key.toLowerCase(), session, doings) || doings.board(event)) event.preventDefault();
}

function act(key: string, session: Session, doings: Doings): boolean {
  const { legal, state } = session;
  const slot = /^[1-5]$/.test(key) ? state?.market?.[Number(key) - 1] : undefined;
  if (slot && legal?.draw.includes(slot)) return done(session.draw(slot));
  switch (key) {
    case "d":
      return legal?.draw.includes("deck") ? done(session.draw("deck")) : false;
    case "t":
      return legal?.tickets ? done(session.play({ action: "tickets" })) : false;
    case "p":
      return legal?.skip ? done(session.play({ action: "pass" })) : false;
    case "h":
      return session.myTurn && state?.hints ? done(session.hint()) : false;
    case "u":
      return session.you !== undefined ? done(session.tell({ t: "undo" })) : false;
    case "c":
      return done(doings.find());
    case "n":
      return done(doings.write());
    case "?":
      return done(doings.help());
    default:
      return false;
  }
}

const done = (_: unknown): true => true;

// Keyboard shortcuts of a game. Each does what a click would do.
import type { Session } from "./session.svelte";

export interface Commands {
  findRoute: () => void;
  typeMove: () => void;
  showHelp: () => void;
  /** Let the board handle a key; returns whether it did. */
  board: (event: KeyboardEvent) => boolean;
}

const isTyping = (event: KeyboardEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest("input, textarea, select, dialog, [contenteditable]") !== null;

export function handleKey(event: KeyboardEvent, session: Session, commands: Commands): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || session.passingDevice) return;
  const command = commandFor(event.key.toLowerCase(), session, commands);
  command?.();
  if (command || commands.board(event)) event.preventDefault();
}

/** Return what a key does now, or nothing if it has no use. */
function commandFor(key: string, session: Session, commands: Commands): (() => unknown) | undefined {
  const { legal, state } = session;
  const card = /^[1-9]$/.test(key) ? state?.market?.[Number(key) - 1] : undefined;
  if (card && legal?.draw.includes(card)) return () => session.draw(card);
  switch (key) {
    case "d":
      return legal?.draw.includes("deck") ? () => session.draw("deck") : undefined;
    case "t":
      return legal?.tickets ? () => session.play({ action: "tickets" }) : undefined;
    case "p":
      return legal?.skip ? () => session.play({ action: "pass" }) : undefined;
    case "h":
      return session.myTurn && state?.hints ? () => session.requestHints() : undefined;
    case "u":
      return session.you === undefined ? undefined : () => session.requestUndo();
    case "c":
      return commands.findRoute;
    case "n":
      return commands.typeMove;
    case "?":
      return commands.showHelp;
    default:
      return undefined;
  }
}

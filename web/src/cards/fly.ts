// Cards that fly: from where a card lay to where it goes; nothing moves for those who do not want it.
import { moves } from "../stores/preferences.svelte";
import type { GameEvent } from "../wire/types";

const spot = (name: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-fly="${name}"]`);

function flight(event: GameEvent, you: number | undefined): [string, string[], string | undefined] | undefined {
  const home = event.seat === you && you !== undefined ? [`hand-${event.card}`, "hand"] : [`seat-${event.seat}`];
  switch (event.event) {
    case "drew face up": return [`slot-${event.slot}`, home, event.card];
    case "drew blind": return ["deck", home, event.card];
    case "tickets kept": return ["tickets", event.seat === you ? ["my-tickets"] : home, undefined];
    default: return undefined;
  }
}

/** Let the cards of a step fly; `face` draws the card that flies. */
export function fly(events: GameEvent[], you: number | undefined, face: (card: string | undefined) => Element | null): void {
  if (!moves() || document.hidden) return;
  let late = 0;
  for (const event of events) {
    const path = flight(event, you);
    if (!path) continue;
    const [from, targets, card] = path;
    const start = spot(from);
    const goal = targets.map(spot).find((found) => found !== null);
    const shown = face(card);
    if (start && goal && shown) launch(start, goal, shown, late);
    late += 120;
  }
}

function launch(start: HTMLElement, goal: HTMLElement, face: Element, delay: number): void {
  const a = start.getBoundingClientRect();
  const b = goal.getBoundingClientRect();
  if (!a.width || !b.width) return;
  const card = document.createElement("div");
  card.className = "flying";
  card.append(face);
  card.style.width = `${a.width}px`;
  card.style.left = `${a.left}px`;
  card.style.top = `${a.top}px`;
  document.body.append(card);
  const dx = b.left + b.width / 2 - a.left - a.width / 2;
  const dy = b.top + b.height / 2 - a.top - a.height / 2;
  const small = Math.min(1, Math.max(0.3, b.width / a.width));
  card
    .animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${dx * 0.5}px, ${dy * 0.5 - 40}px) scale(${(1 + small) / 2}) rotate(5deg)`, opacity: 1, offset: 0.5 },
        { transform: `translate(${dx}px, ${dy}px) scale(${small})`, opacity: 0.4 },
      ],
      { duration: 520, delay, easing: "cubic-bezier(.3,.7,.3,1)", fill: "backwards" },
    )
    .finished.catch(() => undefined)
    .finally(() => card.remove());
}

// Cards that fly: from where a card lay to where it goes; nothing moves for those who do not want it.
import { moves } from "../ui/preferences.svelte";
import type { GameEvent, Geometry } from "../wire/types";
import { cardPicture } from "./card-art";
import { drag } from "./drag.svelte";

const spot = (name: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-fly="${name}"]`);

const frame = (): Promise<number> => new Promise(requestAnimationFrame);

interface Flight {
  from: DOMRect;
  goals: string[];
  card: string | undefined;
}

function plan(event: GameEvent, you: number | undefined): [string, string[], string | undefined] | undefined {
  const home = event.seat === you && you !== undefined ? [`hand-${event.card}`, "hand"] : [`seat-${event.seat}`];
  switch (event.event) {
    case "drew face up":
      return [`slot-${event.slot}`, home, event.card];
    case "drew blind":
      return ["deck", home, event.card];
    case "tickets kept":
      return ["tickets", event.seat === you ? ["my-tickets"] : home, undefined];
    default:
      return undefined;
  }
}

/** A card that was dragged to the hand lies where it was let go. */
function taken(event: GameEvent, you: number | undefined): DOMRect | undefined {
  if (event.seat !== you) return undefined;
  const place = drag.dropped;
  drag.dropped = undefined;
  return place;
}

/** Let the cards of a step fly: from where they lay before the page shows the step, to where they lie after. */
export async function fly(events: GameEvent[], you: number | undefined, board: Geometry): Promise<void> {
  if (!moves() || document.hidden) return;
  const flights: Flight[] = events.flatMap((event) => {
    const [from, goals, card] = plan(event, you) ?? [];
    const start = from ? (taken(event, you) ?? spot(from)?.getBoundingClientRect()) : undefined;
    return start?.width && goals ? [{ from: start, goals, card }] : [];
  });
  if (!flights.length) return;
  // Once the step is on screen: what is measured then needs no new layout, and no frame of the flight waits for one.
  await frame();
  await frame();
  flights.forEach((flight, number) => launch(flight, board, 120 * number));
}

function launch({ from: a, goals, card: color }: Flight, board: Geometry, delay: number): void {
  const b = goals
    .map(spot)
    .find((found) => found !== null)
    ?.getBoundingClientRect();
  if (!b?.width) return;
  const card = document.createElement("img");
  card.className = "flying";
  card.alt = "";
  card.src = cardPicture(board, color);
  card.style.cssText = `width:${a.width}px;left:${a.left}px;top:${a.top}px`;
  document.body.append(card);
  const dx = b.left + b.width / 2 - a.left - a.width / 2;
  const dy = b.top + b.height / 2 - a.top - a.height / 2;
  const small = goals[0]?.startsWith("seat") ? 0.3 : Math.min(1.2, Math.max(0.3, b.width / a.width));
  card
    .animate(
      [
        { transform: "none", opacity: 1 },
        {
          transform: `translate(${dx * 0.5}px, ${dy * 0.5 - 40}px) scale(${(1 + small) / 2}) rotate(5deg)`,
          opacity: 1,
          offset: 0.5,
        },
        { transform: `translate(${dx}px, ${dy}px) scale(${small})`, opacity: 0.6 },
      ],
      { duration: 520, delay, easing: "cubic-bezier(.3,.7,.3,1)", fill: "backwards" },
    )
    .finished.catch(() => undefined)
    .finally(() => card.remove());
}

// Flying cards: each card of a step moves from where it was to where it goes, unless animations are off.
import { animationsEnabled } from "../ui/preferences.svelte";
import type { GameEvent, Geometry } from "../wire/types";
import { cardPicture } from "./card-art";
import { drag } from "./drag.svelte";

const DURATION = 520;
const STAGGER = 120;

const find = (name: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-fly="${name}"]`);

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

/** Places are named by their `data-fly` attribute; of the targets, the first that exists is used. */
interface Flight {
  seat: number;
  from: string;
  targets: string[];
  card?: string;
}

export function planFlight(event: GameEvent, you: number | undefined): Flight | undefined {
  switch (event.event) {
    case "drew face up":
    case "drew blind": {
      const { seat, card } = event;
      const from = event.event === "drew blind" ? "deck" : `slot-${event.slot}`;
      return { seat, from, targets: seat === you ? [`hand-${card}`, "hand"] : [`seat-${seat}`], card };
    }
    case "tickets kept":
      return {
        seat: event.seat,
        from: "tickets",
        targets: [event.seat === you ? "my-tickets" : `seat-${event.seat}`],
      };
    default:
      return undefined;
  }
}

/** Return where a card starts: a card dragged to the hand starts where it was dropped. */
function start(flight: Flight, you: number | undefined): DOMRect | undefined {
  const dropped = flight.seat === you ? drag.dropped : undefined;
  if (dropped) drag.dropped = undefined;
  return dropped ?? find(flight.from)?.getBoundingClientRect();
}

/** Animate the cards of a step. Call it before the page shows the step. */
export async function flyCards(events: GameEvent[], you: number | undefined, board: Geometry): Promise<void> {
  if (!animationsEnabled() || document.hidden) return;
  const flights = events.flatMap((event) => {
    const flight = planFlight(event, you);
    const box = flight && start(flight, you);
    return flight && box?.width ? [{ ...flight, box }] : [];
  });
  if (!flights.length) return;
  // Wait until the step is on screen, so that measuring the targets forces no layout during the animation.
  await nextFrame();
  await nextFrame();
  for (const [index, { box, targets, card }] of flights.entries()) {
    launch(box, targets, cardPicture(board, card), STAGGER * index);
  }
}

function launch(from: DOMRect, targets: string[], picture: string, delay: number): void {
  const to = targets
    .map(find)
    .find((found) => found !== null)
    ?.getBoundingClientRect();
  if (!to?.width) return;
  const card = document.createElement("img");
  card.className = "flying";
  card.alt = "";
  card.src = picture;
  card.style.cssText = `width:${from.width}px;left:${from.left}px;top:${from.top}px`;
  document.body.append(card);
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  const scale = targets[0]?.startsWith("seat") ? 0.3 : Math.min(1.2, Math.max(0.3, to.width / from.width));
  const middle = `translate(${dx * 0.5}px, ${dy * 0.5 - 40}px) scale(${(1 + scale) / 2}) rotate(5deg)`;
  card
    .animate(
      [
        { transform: "none", opacity: 1 },
        { transform: middle, opacity: 1, offset: 0.5 },
        { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 0.6 },
      ],
      { duration: DURATION, delay, easing: "cubic-bezier(.3,.7,.3,1)", fill: "backwards" },
    )
    .finished.catch(() => undefined)
    .finally(() => card.remove());
}

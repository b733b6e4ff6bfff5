// Draw a card by dragging it to the hand, with a mouse, a pen or a finger.
import type { Attachment } from "svelte/attachments";

/** How far a pointer moves before a press becomes a drag, in pixels. */
const THRESHOLD = 8;
/** How far beside the hand a card may be dropped, in pixels. */
const TOLERANCE = 24;

class Drag {
  /** The card being dragged. */
  card = $state<string>();
  overHand = $state(false);
  /** Where the last card was dropped; its flight starts there. */
  dropped?: DOMRect;
}

export const drag = new Drag();

function isOverHand(event: PointerEvent): boolean {
  const hand = document.querySelector('[data-fly="hand"]')?.getBoundingClientRect();
  return (
    hand !== undefined &&
    event.clientX > hand.left &&
    event.clientX < hand.right &&
    event.clientY > hand.top - TOLERANCE &&
    event.clientY < hand.bottom + TOLERANCE
  );
}

/** Make an element a card that can be dragged; `ondrop` is called when it is dropped on the hand. */
export function draggable(card: string, ondrop: () => void): Attachment<HTMLElement> {
  return (element) => {
    let from: { x: number; y: number; id: number } | undefined;
    let ghost: HTMLElement | undefined;

    const lift = (): HTMLElement => {
      const box = element.getBoundingClientRect();
      const copy = (element.querySelector("img") ?? element).cloneNode(true) as HTMLElement;
      copy.className = "flying";
      copy.style.cssText = `width:${box.width}px;left:${box.left}px;top:${box.top}px`;
      document.body.append(copy);
      drag.card = card;
      return copy;
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
      element.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent): void => {
      if (!from || event.pointerId !== from.id) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!ghost && Math.hypot(dx, dy) > THRESHOLD) ghost = lift();
      if (!ghost) return;
      ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(3deg) scale(1.06)`;
      drag.overHand = isOverHand(event);
    };
    const stop = (event: PointerEvent): void => {
      const dragged = ghost !== undefined;
      drag.dropped = ghost && isOverHand(event) ? ghost.getBoundingClientRect() : undefined;
      ghost?.remove();
      [from, ghost, drag.card, drag.overHand] = [undefined, undefined, undefined, false];
      if (!dragged) return;
      // The browser makes a click of this release; it is not one.
      const swallow = (click: Event): void => {
        click.stopImmediatePropagation();
        click.preventDefault();
      };
      element.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", swallow, { capture: true }), 0);
      if (event.type === "pointerup" && isOverHand(event)) ondrop();
    };
    const listeners = { pointerdown: down, pointermove: move, pointerup: stop, pointercancel: stop } as const;
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener);
    return () => {
      ghost?.remove();
      for (const [name, listener] of Object.entries(listeners)) {
        element.removeEventListener(name, listener as EventListener);
      }
    };
  };
}

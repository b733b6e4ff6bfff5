// A card can be drawn by dragging it to the hand, with a mouse, a pen or a finger: one code for all three.
import type { Attachment } from "svelte/attachments";

const START = 8;

class Drag {
  /** The card under way, and whether it is over the hand. */
  card = $state<string>();
  over = $state(false);
  /** Where a card was let go: it flies on from there. */
  dropped?: DOMRect;
}

export const drag = new Drag();

const hand = (): DOMRect | undefined => document.querySelector('[data-fly="hand"]')?.getBoundingClientRect();

function above(event: PointerEvent): boolean {
  const box = hand();
  return (
    box !== undefined &&
    event.clientX > box.left &&
    event.clientX < box.right &&
    event.clientY > box.top - 24 &&
    event.clientY < box.bottom + 24
  );
}

/** Makes an element a card that can be dragged; `dropped` is called when it is let go over the hand. */
export function draggable(card: string, dropped: () => void): Attachment<HTMLElement> {
  return (element) => {
    let from: { x: number; y: number; id: number } | undefined;
    let ghost: HTMLElement | undefined;

    const lift = (): void => {
      const box = element.getBoundingClientRect();
      ghost = (element.querySelector("img") ?? element).cloneNode(true) as HTMLElement;
      ghost.className = "flying";
      ghost.style.cssText = `width:${box.width}px;left:${box.left}px;top:${box.top}px`;
      document.body.append(ghost);
      drag.card = card;
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
      element.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent): void => {
      if (!from || event.pointerId !== from.id) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!ghost && Math.hypot(dx, dy) > START) lift();
      if (!ghost) return;
      ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(3deg) scale(1.06)`;
      drag.over = above(event);
    };
    const stop = (event: PointerEvent): void => {
      const dragged = ghost !== undefined;
      drag.dropped = ghost && above(event) ? ghost.getBoundingClientRect() : undefined;
      ghost?.remove();
      [from, ghost, drag.card, drag.over] = [undefined, undefined, undefined, false];
      if (!dragged) return;
      // The click that a browser makes of this release is not meant.
      const swallow = (click: Event): void => {
        click.stopImmediatePropagation();
        click.preventDefault();
      };
      element.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", swallow, { capture: true }), 0);
      if (event.type === "pointerup" && above(event)) dropped();
    };
    const listeners = { pointerdown: down, pointermove: move, pointerup: stop, pointercancel: stop } as const;
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener);
    return () => {
      ghost?.remove();
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener as EventListener);
    };
  };
}

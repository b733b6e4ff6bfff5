import type { Attachment } from "svelte/attachments";

const nothing = (): void => undefined;

/** Call `enter` when an element is pointed at, focused or clicked, and `leave` when it no longer is. */
export function hover(enter: () => void, leave: () => void = nothing): Attachment<HTMLElement> {
  return (element) => {
    const listeners = { pointerenter: enter, focus: enter, click: enter, pointerleave: leave, blur: leave };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
    };
  };
}

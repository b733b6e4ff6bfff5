import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";

const nothing = (): void => undefined;

/** Call `enter` when an element is pointed at, focused or clicked, and `leave` when it no longer is. */
export function hover(enter: () => void, leave: () => void = nothing): Attachment<HTMLElement> {
  return (element) => {
    const listeners = { pointerenter: enter, focus: enter, click: enter, pointerleave: leave, blur: leave };
    // An element that is removed while it has the focus blurs in the middle of an update, where only `on` may change state.
    const remove = Object.entries(listeners).map(([name, listener]) => on(element, name, listener));
    return () => {
      for (const stop of remove) stop();
    };
  };
}

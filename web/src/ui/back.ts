// The browser's Back button closes what is open over the page, instead of leaving the page.
//
// While anything is open, the history has one more entry, marked in its state. Back removes the entry, which closes the
// latest of what is open. Closing everything in another way removes the entry too.

const MARK = "branchline-overlay";
const open: (() => void)[] = [];
/** Whether this module has gone back, and the browser has not yet reported it. */
let leaving = false;

const marked = (): boolean => (history.state as { overlay?: string } | null)?.overlay === MARK;
const mark = (): void => history.pushState({ overlay: MARK }, "");

function unmark(): void {
  if (open.length || leaving || !marked()) return;
  leaving = true;
  history.back();
}

addEventListener("popstate", () => {
  if (leaving) {
    leaving = false;
    if (open.length && !marked()) mark();
    return;
  }
  if (marked()) return;
  open.pop()?.();
  if (open.length) mark();
});

/** Whether the current entry of the history stands for something open over the page, and not for a page. */
export const isOverlayEntry = marked;

/** Call `close` when the visitor goes back; returns a function to call once it is closed. */
export function closeOnBack(close: () => void): () => void {
  const entry = (): void => close();
  open.push(entry);
  if (!leaving && !marked()) mark();
  return () => {
    const index = open.indexOf(entry);
    if (index >= 0) open.splice(index, 1);
    // What is opened in its place, at the same moment, keeps the entry.
    setTimeout(unmark);
  };
}

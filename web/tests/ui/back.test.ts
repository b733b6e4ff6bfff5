import { beforeEach, expect, test, vi } from "vitest";
import { closeOnBack, isOverlayEntry } from "../../src/ui/back";

// happy-dom keeps no history of its own: this one reports a step back on the next turn of the loop, as browsers do.
const entries: unknown[] = [null];

beforeEach(() => {
  entries.length = 1;
  vi.spyOn(history, "state", "get").mockImplementation(() => entries.at(-1));
  vi.spyOn(history, "pushState").mockImplementation((state) => void entries.push(state));
  vi.spyOn(history, "back").mockImplementation(() => {
    setTimeout(() => {
      entries.pop();
      dispatchEvent(new PopStateEvent("popstate"));
    });
  });
});

// Turns of the loop and not milliseconds, so that a busy machine changes nothing.
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

test("going back closes what is open and stays on the page", async () => {
  const close = vi.fn();
  const closed = closeOnBack(close);
  expect(isOverlayEntry()).toBe(true);
  history.back();
  await settle();
  expect(close).toHaveBeenCalledTimes(1);
  closed();
  await settle();
  expect(entries).toEqual([null]);
});

test("closing in another way leaves no entry behind", async () => {
  const close = vi.fn();
  const closed = closeOnBack(close);
  closed();
  await settle();
  expect(entries).toEqual([null]);
  expect(close).not.toHaveBeenCalled();
});

test("what opens as another closes stays open and is closed by going back", async () => {
  const first = closeOnBack(vi.fn());
  first();
  const close = vi.fn();
  const closed = closeOnBack(close);
  await settle();
  expect(close).not.toHaveBeenCalled();
  expect(isOverlayEntry()).toBe(true);
  history.back();
  await settle();
  expect(close).toHaveBeenCalledTimes(1);
  closed();
});

test("a dialog that leads to another page leaves that page alone", async () => {
  const closed = closeOnBack(vi.fn());
  entries[entries.length - 1] = null; // the router put the new page in the place of the entry
  closed();
  await settle();
  expect(history.back).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notices } from "../../src/ui/notices.svelte";

const spoken = (): string[] => notices.announcements.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  notices.clear();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test("a notice is announced and disappears", () => {
  notices.show("Copied");
  expect(notices.shown).toEqual({ text: "Copied", error: false });
  expect(spoken()).toEqual(["Copied"]);
  vi.advanceTimersByTime(3000);
  expect(notices.shown).toBeUndefined();
});

test("an error stays longer, and a later notice has its full time", () => {
  notices.showError("Too fast");
  vi.advanceTimersByTime(5000);
  expect(notices.shown?.error).toBe(true);
  notices.show("Copied");
  vi.advanceTimersByTime(2000);
  expect(notices.shown?.text).toBe("Copied");
});

test("a notice that is no longer true can be taken away before its time", () => {
  notices.show("Last round: 3 turns left");
  notices.hide();
  expect(notices.shown).toBeUndefined();
  expect(notices.announcements.at(-1)?.text).toBe("Last round: 3 turns left");
});

test("an announcement shows nothing", () => {
  notices.announce("Ada passed.");
  expect(spoken()).toEqual(["Ada passed."]);
  expect(notices.shown).toBeUndefined();
});

test("the same sentence twice is two announcements, and the latest are kept", () => {
  for (let n = 0; n < 2; n += 1) notices.announce("Ada drew a card from the deck.");
  expect(spoken()).toHaveLength(2);
  expect(new Set(notices.announcements.map(({ id }) => id)).size).toBe(2);
  for (let n = 0; n < 20; n += 1) notices.announce(String(n));
  expect(spoken().at(-1)).toBe("19");
  expect(spoken().length).toBeLessThan(12);
});

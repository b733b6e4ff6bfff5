import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notices } from "../../src/ui/notices.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test("a notice is announced and disappears", () => {
  notices.show("Copied");
  expect(notices.shown).toEqual({ text: "Copied", error: false });
  expect(notices.announcement).toBe("Copied");
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

test("an announcement shows nothing", () => {
  notices.announce("Ada passed.");
  expect(notices.announcement).toBe("Ada passed.");
  expect(notices.shown).toBeUndefined();
});

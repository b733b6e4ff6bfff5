import { afterEach, expect, test, vi } from "vitest";
import { playSound } from "../../src/ui/sound";

afterEach(() => vi.unstubAllGlobals());

test("a device without audio, or one that forbids it, plays in silence", () => {
  const refuse = vi.fn(() => {
    throw new DOMException("denied", "NotAllowedError");
  });
  vi.stubGlobal("AudioContext", refuse);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  expect(() => playSound("card")).not.toThrow();
  expect(refuse).toHaveBeenCalled();
});

test("nothing sounds before the first click", () => {
  const opened = vi.fn();
  vi.stubGlobal("AudioContext", opened);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
  playSound("card");
  expect(opened).not.toHaveBeenCalled();
});

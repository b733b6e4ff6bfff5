import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import { hover } from "../../src/ui/hover";

test("pointing, focusing and clicking enter; leaving and blurring leave", async () => {
  const [enter, leave] = [vi.fn(), vi.fn()];
  const button = document.createElement("button");
  const detach = hover(enter, leave)(button) as () => void;
  await tick(); // Svelte adds listeners of pointer events a little later
  for (const name of ["pointerenter", "focus", "click"]) button.dispatchEvent(new Event(name));
  expect(enter).toHaveBeenCalledTimes(3);
  for (const name of ["pointerleave", "blur"]) button.dispatchEvent(new Event(name));
  expect(leave).toHaveBeenCalledTimes(2);
  detach();
  button.dispatchEvent(new Event("click"));
  expect(enter).toHaveBeenCalledTimes(3);
});

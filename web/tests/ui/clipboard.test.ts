import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { copyText } from "../../src/ui/clipboard";

const copied: string[] = [];
const writeText = vi.fn(async (text: string) => void copied.push(text));
const execCommand = vi.fn(() => {
  copied.push(document.querySelector("textarea")!.value);
  return true;
});

beforeEach(() => {
  copied.length = 0;
  writeText.mockClear();
  document.execCommand = execCommand;
  vi.stubGlobal("navigator", { clipboard: { writeText } });
});
afterEach(() => vi.unstubAllGlobals());

test("a text is copied to the clipboard", async () => {
  expect(await copyText("a link")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("a link");
});

test("a page without TLS, or without permission, copies from a field that it removes again", async () => {
  writeText.mockRejectedValueOnce(new Error("not allowed"));
  expect(await copyText("one")).toBe(true);
  vi.stubGlobal("navigator", {});
  expect(await copyText("two")).toBe(true);
  expect(copied).toEqual(["one", "two"]);
  expect(document.querySelector("textarea")).toBeNull();
});

test("copying gives the focus back", async () => {
  vi.stubGlobal("navigator", {});
  const button = document.createElement("button");
  document.body.append(button);
  button.focus();
  await copyText("a link");
  expect(document.activeElement).toBe(button);
});

test("a browser that copies nothing is reported", async () => {
  vi.stubGlobal("navigator", {});
  execCommand.mockReturnValueOnce(false);
  expect(await copyText("a link")).toBe(false);
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isolated, loadFonts, needFonts, withIsolatedNames } from "../../src/wire/names";
import { facts, route, ticket } from "../fixtures";

const CAIRO = [
  { name: "شبرا", label: "شبرا", region: "" },
  { name: "Giza", label: "Giza", region: "" },
];

describe("names from right to left", () => {
  test("are isolated from what follows them", () => {
    expect(isolated("شبرا")).toBe("\u2068شبرا\u2069");
    expect(isolated("Łódź")).toBe("Łódź");
  });

  test("are isolated one by one in routes and tickets", () => {
    const found = withIsolatedNames(
      facts({
        cities: CAIRO,
        routes: [route({ name: "شبرا–Giza" })],
        tickets: [ticket({ name_a: "Giza", name_b: "شبرا" })],
      }),
    );
    expect(found.routes[0]!.name).toBe("\u2068شبرا\u2069–Giza");
    expect(found.tickets[0]).toMatchObject({ name_a: "Giza", name_b: "\u2068شبرا\u2069" });
  });
});

describe("fonts of names", () => {
  const added = vi.fn();

  beforeEach(() => {
    added.mockClear();
    vi.stubGlobal("FontFace", vi.fn());
    vi.stubGlobal("document", { fonts: { add: added } });
  });
  afterEach(() => vi.unstubAllGlobals());

  test("are needed only for letters that the page's own fonts lack", () => {
    expect(needFonts(["Montréal", "Champs-Élysées", "King’s Cross", "A–B"])).toBe(false);
    expect(needFonts(["London", "日本"])).toBe(true);
  });

  test("are fetched once for each map, and again after a failure", async () => {
    const font = { face: "text", letters: "日本", data: btoa("font") };
    const offline = vi.fn(() => Promise.reject(new Error("offline")));
    const online = vi.fn(() => Promise.resolve({ fonts: [font] }));
    loadFonts("japan/1", ["日本"], offline);
    await vi.waitFor(() => {
      loadFonts("japan/1", ["日本"], online);
      expect(added).toHaveBeenCalledOnce();
    });
    loadFonts("japan/1", ["日本"], online);
    loadFonts("london/1", ["London"], offline);
    expect(online).toHaveBeenCalledOnce();
    expect(offline).toHaveBeenCalledOnce();
    expect(vi.mocked(FontFace).mock.calls[0]![2]).toMatchObject({ unicodeRange: "U+65e5,U+672c" });
  });
});

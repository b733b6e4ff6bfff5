import { beforeEach, expect, test, vi } from "vitest";

const load = (): Promise<typeof import("../../src/ui/preferences.svelte")> => {
  vi.resetModules();
  return import("../../src/ui/preferences.svelte");
};

beforeEach(() => localStorage.clear());

test("a new visitor has the defaults: sound, but no notifications", async () => {
  const { preferences } = await load();
  expect(preferences).toMatchObject({ language: "auto", sound: true, notify: false, motion: true, players: 2 });
});

test("changes are remembered, and unknown defaults are added", async () => {
  const first = await load();
  first.savePreferences({ sound: true, map: "usa" });
  const second = await load();
  expect(second.preferences).toMatchObject({ sound: true, map: "usa", motion: true });
});

test("storage that makes no sense is ignored", async () => {
  localStorage.setItem("branchline", "{not json");
  const { preferences } = await load();
  expect(preferences.language).toBe("auto");
});

test("a browser without storage keeps changes until the page closes", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("no storage");
  });
  const { preferences, savePreferences } = await load();
  savePreferences({ level: "hard" });
  expect(preferences.level).toBe("hard");
});

test.each([
  [true, false, true],
  [false, false, false],
  [true, true, false],
])("with motion %s and reduced motion %s, animations are %s", async (motion, reduced, enabled) => {
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
  const { animationsEnabled, savePreferences } = await load();
  savePreferences({ motion });
  expect(animationsEnabled()).toBe(enabled);
});

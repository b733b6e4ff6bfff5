import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { http } from "../../src/wire/http";
import { server } from "../../src/wire/server.svelte";
import type { Site } from "../../src/wire/types";

const site = (ready: boolean): Site => ({
  name: "Branchline",
  version: "1",
  protocol: 1,
  ready,
  compiling: !ready,
  phrases: [],
  colors: [],
  levels: [],
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the page polls until the server is ready, and then lets waiting games start", async () => {
  vi.spyOn(http, "me")
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValue({ id: "1", name: "Ada", color: "red" });
  vi.spyOn(http, "site").mockResolvedValueOnce(site(false)).mockResolvedValue(site(true));
  vi.spyOn(http, "maps").mockResolvedValue({ maps: [] });
  const started = vi.fn();
  void server.ready().then(started);
  await server.connect();
  expect(server.offline).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.offline).toBe(false);
  expect(server.me?.name).toBe("Ada");
  expect(started).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toHaveBeenCalled();
  await server.ready();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(http.site).toHaveBeenCalledTimes(2);
});

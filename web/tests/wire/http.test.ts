import { afterEach, expect, test, vi } from "vitest";
import { http, WireError } from "../../src/wire/http";
import { loadMap } from "../../src/wire/maps";
import { facts } from "../fixtures";

const reply = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

afterEach(() => vi.unstubAllGlobals());

function stubFetch(...replies: (Response | Error)[]) {
  const fetch = vi.fn(async () => {
    const next = replies.shift() ?? reply({});
    if (next instanceof Error) throw next;
    return next;
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

test("a request is JSON with its content type", async () => {
  const fetch = stubFetch(reply({ game: "g1" }));
  await http.enter("g 1", "secret");
  expect(fetch).toHaveBeenCalledWith("/api/games/g%201/enter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"token":"secret"}',
  });
});

test("a refusal is an error with the server's code and message", async () => {
  stubFetch(reply({ code: "seat_taken", message: "This seat is taken." }, 409));
  const error = await http.takeSeat("g1", 0).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WireError);
  expect(error).toMatchObject({ code: "seat_taken", message: "This seat is taken." });
});

test("an answer that is not JSON is an error too", async () => {
  stubFetch(new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
  await expect(http.me()).rejects.toMatchObject({ code: "failed", message: "Bad Gateway" });
});

test("a server that cannot be reached is offline", async () => {
  stubFetch(new TypeError("no network"));
  await expect(http.me()).rejects.toMatchObject({ code: "offline" });
});

test("a version of a map is fetched once, and again only after a failure", async () => {
  const fetch = stubFetch(new TypeError("no network"), reply({}), reply(facts()), reply({ width: 100 }));
  await expect(loadMap("usa", "1", "en")).rejects.toMatchObject({ code: "offline" });
  expect(await loadMap("usa", "1", "en")).toEqual({ facts: facts(), geometry: { width: 100 } });
  await loadMap("usa", "1", "en");
  expect(fetch).toHaveBeenCalledTimes(4);
});

import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addEntropy, PATIENCE, reveal, revealWithOthers, startAlone } from "../../src/wire/entropy";
import { http } from "../../src/wire/http";
import type { AddEntropy, Seat, State } from "../../src/wire/types";
import { seat, state } from "../fixtures";

const person = (): Seat => seat({ kind: "person" });
const open = (): Seat => seat({ kind: "open" });
const hashOf = (entropy: string): string => createHash("sha256").update(Buffer.from(entropy, "hex")).digest("hex");

let sent: AddEntropy[];
let games = 0;
let id = "";

/** A table as the server shows it, with the commitments that it has. */
const table = (seats: Seat[], commitments?: Record<string, string>): State =>
  state({ game: id, stage: "table", commitment: "c0ffee", seats: Object.fromEntries(seats.entries()), commitments });

beforeEach(() => {
  games += 1;
  id = `g${games}`; // the module keeps what it adds to each game
  sent = [];
  vi.spyOn(http, "addEntropy").mockImplementation(async (_game, _seat, body) => {
    sent.push(body);
    return {} as State;
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sit at a table with an open seat, and return what was committed to. */
async function commit(): Promise<string> {
  await addEntropy(table([person(), open()]), 0);
  return sent.at(-1)!.commitment!;
}

test("a player commits at once and reveals nothing while a seat is open", async () => {
  const commitment = await commit();
  await addEntropy(table([person(), open()], { 0: commitment }), 0);
  vi.advanceTimersByTime(PATIENCE);
  expect(sent).toEqual([{ commitment }]);
});

test("what is revealed, once everybody has committed, is what was committed to", async () => {
  const commitment = await commit();
  await addEntropy(table([person(), person()], { 0: commitment, 1: "theirs" }), 0);
  expect(sent).toHaveLength(2);
  expect(hashOf(sent[1]!.entropy!)).toBe(commitment);
});

test("a player commits again when a new player has made the server drop the commitments", async () => {
  const commitment = await commit();
  await addEntropy(table([person(), person()]), 0);
  expect(sent).toEqual([{ commitment }, { commitment }]);
});

test("a commitment from before a reload, or of another tab, is replaced only once", async () => {
  await addEntropy(table([person(), open()], { 0: "another" }), 0);
  await addEntropy(table([person(), open()], { 0: "another" }), 0);
  expect(sent).toHaveLength(1);
  await addEntropy(table([person(), person()]), 0);
  expect(sent).toHaveLength(2);
});

test("two changes at the same moment commit to one number, once", async () => {
  const first = table([person(), open()]);
  await Promise.all([addEntropy(first, 0), addEntropy(table([person(), open()]), 0)]);
  expect(sent).toHaveLength(1);
});

test("bots are not waited for, people only for a while", async () => {
  const commitment = await commit();
  await addEntropy(table([person(), person(), seat({ kind: "bot" })], { 0: commitment }), 0);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(PATIENCE);
  expect(sent[1]).toHaveProperty("entropy");
});

test("nothing is revealed after a wait during which somebody has left the table", async () => {
  const commitment = await commit();
  await addEntropy(table([person(), person()], { 0: commitment }), 0);
  await addEntropy(table([person(), open()]), 0);
  vi.advanceTimersByTime(PATIENCE);
  expect(sent.filter((body) => body.entropy)).toEqual([]);
});

test("what was revealed is not committed to again", async () => {
  const commitment = await commit();
  await reveal(id, 0);
  await reveal(id, 0);
  expect(sent.filter((body) => body.entropy)).toHaveLength(1);
  await addEntropy(table([person(), open()]), 0);
  expect(sent.at(-1)!.commitment).toMatch(/^[0-9a-f]{64}$/);
  expect(sent.at(-1)!.commitment).not.toBe(commitment);
});

test("a page that was not loaded over TLS, where browsers do not hash, commits all the same", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const commitment = await commit();
  await addEntropy(table([person(), person()], { 0: commitment, 1: "theirs" }), 0);
  expect(hashOf(sent.at(-1)!.entropy!)).toBe(commitment);
});

test("a start after a change of seats waits until everybody has committed again", async () => {
  const commitment = await commit();
  const starting = revealWithOthers(id, 0);
  await vi.advanceTimersByTimeAsync(PATIENCE / 2);
  expect(sent).toEqual([{ commitment }]);
  await addEntropy(table([person(), seat({ kind: "bot" })], { 0: commitment }), 0);
  await vi.advanceTimersByTimeAsync(PATIENCE);
  await starting;
  expect(sent.map((body) => Object.keys(body)[0])).toEqual(["commitment", "entropy"]);
});

test("a start after a change of seats waits for a limited time only", async () => {
  const commitment = await commit();
  await addEntropy(table([person(), person()], { 0: commitment }), 0);
  const starting = revealWithOthers(id, 0);
  await vi.advanceTimersByTimeAsync(PATIENCE * 2);
  await starting;
  expect(sent.at(-1)).toHaveProperty("entropy");
});

test("a player alone adds entropy before the start, even if it is refused", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const start = vi.spyOn(http, "start").mockResolvedValue({} as State);
  vi.mocked(http.addEntropy).mockRejectedValueOnce(new Error("too late"));
  await startAlone({ id, invite: "", seats: { 0: "secret" } });
  await startAlone({ id, invite: "", seats: { 0: "secret" } });
  expect(sent[0]!.entropy).toMatch(/^[0-9a-f]{64}$/);
  expect(start).toHaveBeenCalledTimes(2);
});

// Random bytes that this browser adds to the seed of a game, so that the server cannot choose the deal.
import { http } from "./http";
import { sha256 } from "./sha256";
import type { Made, State } from "./types";

/** How long to wait for the commitments of the others before revealing without them, in milliseconds. */
export const PATIENCE = 3000;
const POLL = 50;
/** How long the others get to reveal once everybody has committed, in milliseconds. */
const GRACE = 500;

interface Contribution {
  entropy: string;
  /** The hash of the entropy, which is published first. */
  commitment: string;
  revealed: boolean;
  /** Whether it has replaced the commitment of another page of this player. */
  replaced: boolean;
}

/** What this page adds, by game. */
const own = new Map<string, Contribution>();
/** The latest state of each table: what was planned for an earlier one is dropped. */
const latest = new Map<string, State>();
/** The requests that have not been answered yet. */
const sending = new Set<string>();

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const random = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));

/** Start a game in which this person is alone with bots; nobody needs to commit, because the server has. */
export async function startAlone(made: Made): Promise<void> {
  const seat = Object.keys(made.seats)[0];
  if (seat !== undefined) await send(made.id, Number(seat), { entropy: hex(random()) });
  await http.start(made.id);
}

/** Start a game of this person against bots of one level; returns its address. */
export async function playBots(map: string, players: number, level: string): Promise<string> {
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot" as const, level }));
  const made = await http.newGame({ map, shuffle: true, seats: [{ kind: "me" }, ...bots] });
  await startAlone(made);
  return `/game/${made.id}`;
}

/** At each change of a table: commit for a seat, and reveal once everybody has committed or had time to. */
export async function addEntropy(game: State, seat: number): Promise<void> {
  if (!game.commitment) return;
  latest.set(game.game, game);
  const isLatest = (): boolean => latest.get(game.game) === game;
  const mine = contributionTo(game, seat);
  const { commitment } = mine;
  const published = game.commitments?.[seat];
  if (published !== commitment) {
    // The server drops all commitments when somebody takes or leaves a seat, so that this may happen again. What this
    // page committed to before a reload is replaced, but only once: it may also be another tab's, which does the same.
    if (published && mine.replaced) return;
    if (published) mine.replaced = true;
    await send(game.game, seat, { commitment });
    return;
  }
  if (Object.values(game.seats).some((other) => other.kind === "open")) return;
  if (allCommitted(game)) await reveal(game.game, seat);
  else setTimeout(() => isLatest() && void reveal(game.game, seat), PATIENCE);
}

/** Whether no seat is open and everybody has committed. */
function allCommitted(game: State): boolean {
  return Object.entries(game.seats).every(
    ([number, seat]) => seat.kind === "bot" || (seat.kind === "person" && game.commitments?.[Number(number)]),
  );
}

/** After a change of seats: wait until everybody has committed again, for a limited time, and reveal. */
export async function revealWithOthers(game: string, seat: number): Promise<void> {
  const table = (): State | undefined => latest.get(game);
  for (let waited = 0; waited < PATIENCE; waited += POLL) {
    const state = table();
    if (!state || allCommitted(state)) break; // no state: a server that takes no entropy
    await pause(POLL);
  }
  await reveal(game, seat);
  // The others reveal when they see what this page has seen.
  if (Object.values(table()?.seats ?? {}).some((other) => other.kind === "person" && !other.yours)) await pause(GRACE);
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Reveal what a seat has committed to. */
export async function reveal(game: string, seat: number): Promise<void> {
  const mine = own.get(game);
  if (!mine || mine.revealed) return;
  mine.revealed = true;
  await send(game, seat, { entropy: mine.entropy });
}

function contributionTo(game: State, seat: number): Contribution {
  const known = own.get(game.game);
  // A change of seats begins the round again: what was revealed must not be used twice.
  if (known && !(known.revealed && !game.commitments?.[seat])) return known;
  const bytes = random();
  const fresh = { entropy: hex(bytes), commitment: hex(sha256(bytes)), revealed: false, replaced: false };
  own.set(game.game, fresh);
  return fresh;
}

/** Send something, but not twice at once; a refusal means that it came too late, and the game starts without it. */
async function send(game: string, seat: number, body: { commitment: string } | { entropy: string }): Promise<void> {
  const key = `${game} ${seat} ${JSON.stringify(body)}`;
  if (sending.has(key)) return;
  sending.add(key);
  await http.addEntropy(game, seat, body).catch(() => undefined);
  sending.delete(key);
}

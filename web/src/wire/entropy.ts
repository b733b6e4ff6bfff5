// Random bytes that this browser adds to the seed of a game, so that the server cannot choose the deal.
import { http } from "./http";
import type { Made, State } from "./types";

/** How long to wait for the commitments of the others before revealing without them, in milliseconds. */
export const PATIENCE = 3000;

interface Contribution {
  entropy: string;
  /** The hash of the entropy, which is published first. */
  commitment: Promise<string>;
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
const random = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));

/** Start a game in which this person is alone with bots; nobody needs to commit, because the server has. */
export async function startAlone(made: Made): Promise<void> {
  const seat = Object.keys(made.seats)[0];
  if (seat !== undefined) await send(made.id, Number(seat), { entropy: hex(random()) });
  await http.start(made.id);
}

/** At each change of a table: commit for a seat, and reveal once everybody has committed or had time to. */
export async function addEntropy(game: State, seat: number): Promise<void> {
  if (!game.commitment || !globalThis.crypto?.subtle) return; // without TLS, browsers do not hash
  latest.set(game.game, game);
  const isLatest = (): boolean => latest.get(game.game) === game;
  const mine = contributionTo(game, seat);
  const commitment = await mine.commitment;
  if (!isLatest()) return;
  const published = game.commitments?.[seat];
  if (published !== commitment) {
    // The server drops all commitments when somebody takes or leaves a seat, so that this may happen again. What this
    // page committed to before a reload is replaced, but only once: it may also be another tab's, which does the same.
    if (published && mine.replaced) return;
    if (published) mine.replaced = true;
    await send(game.game, seat, { commitment });
    return;
  }
  const seats = Object.entries(game.seats);
  if (seats.some(([, other]) => other.kind === "open")) return;
  if (seats.every(([number, other]) => other.kind !== "person" || game.commitments?.[Number(number)]))
    await reveal(game.game, seat);
  else setTimeout(() => isLatest() && void reveal(game.game, seat), PATIENCE);
}

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
  const commitment = crypto.subtle.digest("SHA-256", bytes).then((digest) => hex(new Uint8Array(digest)));
  const fresh = { entropy: hex(bytes), commitment, revealed: false, replaced: false };
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

// Every HTTP call of the page.
import { version } from "../../package.json";
import { withIsolatedNames } from "./names";
import type {
  AddEntropy,
  Chances,
  Daily,
  EditGame,
  EditMe,
  EditSeat,
  Entered,
  ErrorReply,
  Facts,
  Games,
  Geometry,
  Invite,
  LessonAnswer,
  LessonPosition,
  Lessons,
  Made,
  MapList,
  MapReport,
  Me,
  NewGame,
  PageFonts,
  PuzzleAnswer,
  PuzzlePosition,
  Puzzles,
  Replay,
  ReviewStatus,
  Site,
  State,
  Taken,
} from "./types";

/** A refusal by the server, or a server that cannot be reached (code "offline"). */
export class WireError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly reply?: ErrorReply,
  ) {
    super(message);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: method === "GET" ? {} : { "Content-Type": "application/json" },
      body: method === "GET" ? undefined : JSON.stringify(body ?? {}),
    });
  } catch {
    throw new WireError("offline", "The server is not responding.");
  }
  const reply: unknown = await response.json().catch(() => ({}));
  if (response.ok) return reply as T;
  const error = reply as ErrorReply;
  throw new WireError(error.code ?? "failed", error.message ?? response.statusText, error);
}

/** Return a document, or nothing if it cannot be had. */
const textAt = (path: string): Promise<string> =>
  fetch(path).then(
    (response) => (response.ok ? response.text() : ""),
    () => "",
  );
const get = <T>(path: string): Promise<T> => call("GET", path);
const game = (id: string): string => `/api/games/${encodeURIComponent(id)}`;
const puzzle = (id: string): string => `/api/puzzles/${encodeURIComponent(id)}`;
const lesson = (id: string): string => `/api/lessons/${encodeURIComponent(id)}`;
// The parts of a map are cached forever, so another version of the page asks at another address.
const map = (id: string, hash: string, part: string): string =>
  `/api/maps/${encodeURIComponent(id)}/${hash}/${part}?v=${version}`;

export const http = {
  site: () => get<Site>("/api/site"),
  me: () => get<Me>("/api/me"),
  editMe: (body: EditMe) => call<Me>("PUT", "/api/me", body),
  maps: () => get<MapList>("/api/maps"),
  uploadMap: (text: string) => call<MapReport>("POST", "/api/maps", { text }),
  facts: (id: string, hash: string) => get<Facts>(map(id, hash, "facts")).then(withIsolatedNames),
  fonts: (id: string, hash: string) => get<PageFonts>(map(id, hash, "fonts")),
  geometry: (id: string, hash: string) => get<Geometry>(map(id, hash, "geometry")),
  picture: (id: string, hash: string, language: string) => `${map(id, hash, "board.svg")}&language=${language}`,
  ground: (id: string, hash: string, language: string) => `${map(id, hash, "ground.svg")}&language=${language}`,
  labels: (id: string, hash: string, size: number) => `${map(id, hash, "labels.svg")}&size=${size}`,
  labelSheet: (id: string, hash: string, size: number) => textAt(http.labels(id, hash, size)),
  games: (show: "open" | "running" | "finished" | "mine") => get<Games>(`/api/games?show=${show}`),
  newGame: (body: NewGame) => call<Made>("POST", "/api/games", body),
  game: (id: string) => get<State>(game(id)),
  editGame: (id: string, body: EditGame) => call<State>("PATCH", game(id), body),
  enter: (id: string, token: string) => call<Entered>("POST", `${game(id)}/enter`, { token }),
  invite: (id: string) => call<Invite>("POST", `${game(id)}/invite`),
  takeSeat: (id: string, seat: number) => call<Taken>("POST", `${game(id)}/seats/${seat}`),
  editSeat: (id: string, seat: number, body: EditSeat) => call<State>("PUT", `${game(id)}/seats/${seat}`, body),
  leaveSeat: (id: string, seat: number) => call<State>("DELETE", `${game(id)}/seats/${seat}`),
  addEntropy: (id: string, seat: number, body: AddEntropy) =>
    call<State>("PUT", `${game(id)}/seats/${seat}/entropy`, body),
  start: (id: string) => call<State>("POST", `${game(id)}/start`),
  rematch: (id: string) => call<Made>("POST", `${game(id)}/rematch`),
  finalPicture: (id: string, language: string) => `${game(id)}/picture.png?language=${language}`,
  download: (id: string) => `${game(id)}/download`,
  replay: (id: string, viewer: string) => get<Replay>(`${game(id)}/replay?viewer=${viewer}`),
  chances: (id: string) => get<Chances>(`${game(id)}/chances`),
  puzzles: () => get<Puzzles>("/api/puzzles"),
  puzzle: (id: string) => get<PuzzlePosition>(puzzle(id)),
  answerPuzzle: (id: string, choice: number) => call<PuzzleAnswer>("POST", `${puzzle(id)}/answer`, { choice }),
  lessons: () => get<Lessons>("/api/lessons"),
  lesson: (id: string) => get<LessonPosition>(lesson(id)),
  answerLesson: (id: string, choice: number) => call<LessonAnswer>("POST", `${lesson(id)}/answer`, { choice }),
  daily: (name: string) => get<Daily>(`/api/daily/${encodeURIComponent(name)}`),
  playDaily: (name: string) => call<Entered>("POST", `/api/daily/${encodeURIComponent(name)}`),
  review: (id: string) => get<ReviewStatus>(`${game(id)}/review`),
  askReview: (id: string) => call<ReviewStatus>("POST", `${game(id)}/review`),
  retry: (id: string, moves: number) => call<Made>("POST", `${game(id)}/retry`, { moves }),
  importGame: (text: string) => call<Entered>("POST", "/api/replays", { text }),
};

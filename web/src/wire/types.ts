// What crosses the network, as types: the mirror of src/branchline/server/wire.py (a test compares the fields).
// A field that may be absent there is optional here; nothing is ever null, except in a patch.

export type Cards = Record<string, number>;
export type Stage = "table" | "playing" | "over";
export type SeatKind = "open" | "person" | "bot";
export type Phase =
  | "first tickets" | "turn" | "second card" | "keep tickets" | "held route" | "second route" | "over";

// ---- the state of a game as one seat may see it ----------------------------------------------

export interface MapRef { id: string; hash: string; name: string }

export interface Seat {
  kind: SeatKind;
  name: string;
  color: string;
  level?: string;
  here?: boolean;
  host?: boolean;
  yours?: boolean;
  resigned?: boolean;
  score?: number;
  pieces?: number;
  cards?: number;
  seen?: Cards;
  tickets?: number;
  technologies?: string[];
  front?: string[];
  flags?: number;
  path?: number;
  districts?: string[];
  district_progress?: Record<string, number>;
  deadline?: number;
}

export interface TicketHelp { status: "made" | "open" | "lost"; way: number[]; short: number }

export interface Offer {
  tickets: number[];
  least: number;
  help: Record<string, TicketHelp>;
  chosen?: number[];
}

export interface ClaimChoice { pay: Cards[]; keep?: number[] }

export interface LegalMoves {
  draw: string[];
  blind?: number;
  tickets: boolean;
  claims: Record<string, ClaimChoice>;
  buy?: Record<string, Cards[]>;
  skip?: boolean;
}

export interface UndoAsk { seat: number; moves: number; agreed: number[] }

export interface SeatScore {
  seat: number;
  rank: number;
  total: number;
  routes: number;
  tickets_made: number[];
  tickets_missed: number[];
  ticket_points: number;
  ticket_losses: number;
  longest_path: number;
  longest_path_bonus: number;
  path: number[];
  ticket_paths: Record<string, number[]>;
  districts: Record<string, number>;
  flags: number;
  technologies: number;
}

export interface FinalResult { seats: SeatScore[]; winners: number[]; decided_by: string }

export interface State {
  game: string;
  map: MapRef;
  stage: Stage;
  players: number;
  options: string[];
  public: boolean;
  hints: boolean;
  created: number;
  seats: Record<string, Seat>;
  you?: number;
  clock?: number;
  watchers: number;
  commitment?: string;
  seed?: string;
  rev: number;
  moves: number;
  phase?: Phase;
  turn?: number;
  deciding: number[];
  market?: (string | null)[];
  deck?: number;
  discards?: Cards;
  ticket_deck?: number;
  routes?: Record<string, number[]>;
  closed?: number[];
  last_turns?: number;
  copies?: Record<string, number>;
  hand?: Cards;
  tickets?: Record<string, TicketHelp>;
  revealed?: Record<string, number[]>;
  offer?: Offer;
  legal?: LegalMoves;
  undo?: UndoAsk;
  result?: FinalResult;
  rematch?: string;
}

// ---- server to client ------------------------------------------------------------------------

export interface ChatLine { name: string; text: string; at: number; seat?: number }

/** An event: its name, and what belongs to it (docs/wire.md lists them). */
export interface GameEvent {
  event: string;
  seat?: number;
  slot?: number;
  card?: string;
  cards?: Cards;
  number?: number;
  returned?: number;
  route?: number;
  points?: number;
  technology?: string;
  tickets?: number[];
  moves?: number;
  game?: string;
}

export interface Step { seq: number; move: number; at: number; events: GameEvent[]; seat?: number }

export interface Welcome {
  t: "welcome"; protocol: number; seq: number; now: number; state: State; log: Step[]; chat: ChatLine[];
}
export interface Update { t: "update"; patch: Record<string, unknown>; seq?: number; step?: Step; chat?: ChatLine }
export interface Ack { t: "ack"; id: string; seq: number; again?: boolean }
export interface Refused {
  t: "refused"; code: string; message: string; id?: string; reason?: string; missing?: Cards; retry_after?: number;
}
export interface HintMove { action: Action; text: string; chance?: number; margin?: number }
export interface Answer {
  t: "answer";
  id: string;
  legal?: boolean;
  reason?: string;
  message?: string;
  missing?: Cards;
  pay?: Cards[];
  opens?: Record<string, number[]>;
  routes?: Record<string, string>;
  reasons?: Record<string, string>;
  lacking?: Record<string, Cards>;
  hints?: HintMove[];
}
export interface Pong { t: "pong"; now: number }
export interface Bye { t: "bye"; code: string; message: string; again: boolean }
export type ServerMessage = Welcome | Update | Ack | Refused | Answer | Pong | Bye;

// ---- client to server ------------------------------------------------------------------------

export type Action =
  | { action: "keep"; tickets: number[] }
  | { action: "draw"; card: string }
  | { action: "draw blind" }
  | { action: "tickets" }
  | { action: "claim"; route: number; cards: Cards; keep?: boolean }
  | { action: "buy"; technology: string; cards: Cards }
  | { action: "pass" };

export type ClientMessage =
  | { t: "act"; id: string; rev: number; action?: Action; text?: string }
  | { t: "undo"; id: string }
  | { t: "agree"; id: string; yes: boolean }
  | { t: "resign"; id: string }
  | { t: "chat"; id: string; text: string }
  | { t: "ask"; id: string; action?: Action; text?: string }
  | { t: "why"; id: string; route?: number }
  | { t: "opens"; id: string }
  | { t: "hint"; id: string }
  | { t: "ping"; id: string };

// ---- HTTP ------------------------------------------------------------------------------------

export interface ErrorReply { code: string; message: string; problems?: unknown[]; retry_after?: number }
export interface Site {
  name: string; version: string; protocol: number; ready: boolean; compiling: boolean;
  phrases: string[]; colors: string[]; levels: string[];
}
export interface Me { id: string; name: string; color: string }
export interface SeatWish { kind: "me" | "open" | "bot"; level?: string; name?: string; color?: string }
export interface NewGame {
  map: string; seats: SeatWish[]; options?: string[]; public?: boolean; hints?: boolean; clock?: number;
  shuffle?: boolean; start?: boolean;
}
export interface Made { id: string; invite: string; seats: Record<string, string> }
export interface Entered { game: string; seat?: number }
export interface Taken { seat: number; token: string }
export interface EditSeat { kind: "open" | "bot"; level?: string }
export interface EditGame { options?: string[]; public?: boolean; hints?: boolean; clock?: number }
export interface Invite { invite: string }
export interface SeatRow { kind: SeatKind; name: string; color: string; score?: number; won?: boolean }
export interface GameRow {
  id: string; map: string; title: string; stage: Stage; public: boolean; created: number; updated: number;
  seats: SeatRow[]; options: string[]; clock?: number; yours?: number[]; your_turn?: boolean;
}
export interface Games { games: GameRow[] }
export interface MapRow {
  id: string; hash: string; name: string; summary: string; origin: string; least: number; most: number;
  cities: number; routes: number; tickets: number; note?: string; yours?: boolean;
}
export interface MapList { maps: MapRow[] }
export interface MapReport { problems: unknown[]; map?: MapRow }
export interface ReplayStep {
  seq: number; move: number; events: GameEvent[]; patch: Record<string, unknown>;
  seat?: number; text?: string;
}
export interface Replay { game: string; eyes: string; state: State; steps: ReplayStep[] }
export interface Moment { wins: number[]; scores?: number[]; seat?: number }
export interface Chances { game: string; total: number; done: boolean; moments: Moment[] }

// ---- facts and geometry of a map (server/facts.py, boards/drawing/geometry.py) ---------------

export interface City { name: string; label: string; region: string }
export interface Route {
  name: string; a: number; b: number; length: number; color: string; ferry: number; points: number;
  needs: string[]; twin?: number;
}
export interface Ticket { a: number[]; b: number[]; name_a: string; name_b: string; points: number }
export interface District { name: string; color: string; points: number; cities: number[] }
export interface Technology { name: string; copies: number; cost: number; effect: string; advanced: boolean }
export interface Deal { deal: number; keep: number }
export interface Facts {
  id: string; hash: string; name: string; summary: string; origin: string; note?: string;
  piece: string; pieces: number; least: number; most: number;
  colors: string[]; cards: Cards; market: number; first_hand: number; first_wilds?: number;
  first_tickets: Deal; later_tickets: Deal;
  route_points: Record<string, number>;
  both_tracks_from: number; last_round_at: number; cards_per_wild: number; longest_path: number; reset_at_wilds: number;
  ties: string[]; options: Record<string, string>; presets: Record<string, { about: string; options: string[] }>;
  rules: string[]; cities: City[]; routes: Route[]; tickets: Ticket[]; districts: District[];
  technologies: Technology[];
  flag?: { colors: string[]; points: number };
}

export interface Sign { name: string; color: string; ink: string; symbol: string; hatch: string }
export interface Hatch { path: string; stroke: number }
export interface CityMark { name: string; x: number; y: number; radius: number; district?: string; tint?: string }
export interface RouteMark {
  color: string; path: string; spaces: [number, number, number][]; hit?: string; ferry?: number; wilds?: number[];
}
export interface ClaimStyle { casing: string; casing_width: number; line_width: number; shadow: [number, number] }
export interface Geometry {
  width: number; height: number; space: [number, number]; corner: number; hit_width: number; piece: string;
  claim: ClaimStyle;
  colors: { paper: string; sea: string; land: string; ink: string; accent: string };
  signs: Record<string, Sign>; hatches: Record<string, Hatch>; symbols: Record<string, string>;
  cities: CityMark[]; routes: RouteMark[];
}

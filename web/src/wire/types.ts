// Generated from the types in Python by `make wire`. Do not edit.
// A field that may be absent is optional; in a patch, null removes a field.

export type SeatKind = "bot" | "open" | "person";
export type Stage = "over" | "playing" | "table";
export type GameEvent =
  | Dealt
  | TurnedUp
  | MarketReset
  | Reshuffled
  | DrewBlind
  | DrewFaceUp
  | TicketsOffered
  | TicketsKept
  | Chosen
  | Claimed
  | FlagCard
  | FlagScored
  | Bought
  | CameBack
  | Withdrawn
  | Passed
  | LastRound
  | TurnBegins
  | GameOver
  | SeatTaken
  | SeatLeft
  | SettingsChanged
  | GameStarted
  | OutOfTime
  | UndoRequested
  | UndoRefused
  | MovesUndone
  | SeatResigned
  | RematchCreated;
export type Action = Keep | Draw | DrawBlind | TakeTickets | Claim | Buy | Pass;
export type PlayerColor = "copper" | "forest" | "magenta" | "navy" | "wine";
export type RouteRule = "ferry";
export type Reason =
  | "already_bought"
  | "beside_own_track"
  | "cards_not_held"
  | "game_over"
  | "malformed"
  | "must_act"
  | "no_blind_technology"
  | "no_cards_left"
  | "no_flag_card"
  | "no_held_route_to_claim"
  | "no_such_route"
  | "no_such_technology"
  | "no_tickets_left"
  | "not_in_market"
  | "not_now"
  | "not_offered"
  | "not_this_seat"
  | "route_closed"
  | "route_is_yours"
  | "route_not_held"
  | "route_taken"
  | "technology_gone"
  | "technology_missing"
  | "technology_owned"
  | "too_few_pieces"
  | "too_few_tickets"
  | "wild_is_not_second"
  | "wrong_cards"
  | "wrong_number_of_cards";
export type ServerMessage = Welcome | Update | Ack | Refused | Answer | Pong | Bye;
export type ClientMessage = Act | AskUndo | AnswerUndo | Resign | Say | Ask | Why | Opens | Hint | Advise | Ping;

export interface Cards {
  [k: string]: number;
}
/**
 * Keep some of the tickets offered, by their place in the offer, counted from 0 (S4, P1).
 *
 * First tickets are chosen by everyone at once; `seat` says whose choice it is, if not that of the seat to move.
 */
export interface Keep {
  action: "keep";
  tickets: number[];
  seat?: number;
}
/**
 * Draw a card: "deck", or the name of a face-up card (D1).
 */
export interface Draw {
  action: "draw";
  card: string;
}
/**
 * Draw as many cards from the deck at once as a technology allows (K14).
 */
export interface DrawBlind {
  action: "draw blind";
}
/**
 * Draw tickets (P1).
 */
export interface TakeTickets {
  action: "tickets";
}
/**
 * Claim a route with these cards; `keep` one of them for the flag (C1, F1).
 */
export interface Claim {
  action: "claim";
  route: number;
  cards: {
    [k: string]: number;
  };
  keep?: boolean;
}
/**
 * Buy a technology with these cards (K8).
 */
export interface Buy {
  action: "buy";
  technology: string;
  cards: {
    [k: string]: number;
  };
}
/**
 * Pass, because nothing else is possible or to decline a second card or route (T3, K13).
 */
export interface Pass {
  action: "pass";
}
/**
 * A seat was dealt its first hand (S2).
 */
export interface Dealt {
  event: "dealt";
  seat: number;
  number: number;
  cards?: string[];
}
/**
 * A card was turned up in the market (S3, D2).
 */
export interface TurnedUp {
  event: "turned up";
  slot: number;
  card: string;
}
/**
 * Too many wilds lay face up; the market was discarded (D6).
 */
export interface MarketReset {
  event: "market reset";
}
/**
 * The discards became the deck (D7).
 */
export interface Reshuffled {
  event: "reshuffled";
  number: number;
}
/**
 * A seat drew from the deck (D1).
 */
export interface DrewBlind {
  event: "drew blind";
  seat: number;
  card?: string;
}
/**
 * A seat took a card from the market (D1).
 */
export interface DrewFaceUp {
  event: "drew face up";
  seat: number;
  slot: number;
  card: string;
}
/**
 * A seat drew tickets to choose from (S4, P1).
 */
export interface TicketsOffered {
  event: "tickets offered";
  seat: number;
  number: number;
  tickets?: number[];
}
/**
 * A seat kept some tickets of its offer; the others went under the deck (S4, P2).
 */
export interface TicketsKept {
  event: "tickets kept";
  seat: number;
  number: number;
  returned: number;
  tickets?: number[];
}
/**
 * A seat chose its first tickets; how many it kept is shown when all have chosen (S6).
 */
export interface Chosen {
  event: "chosen";
  seat: number;
}
/**
 * A seat claimed a route and scored (C4).
 */
export interface Claimed {
  event: "claimed";
  seat: number;
  route: number;
  cards: {
    [k: string]: number;
  };
  points: number;
}
/**
 * A seat kept a card in front for the flag (F1).
 */
export interface FlagCard {
  event: "flag card";
  seat: number;
  card: string;
}
/**
 * A seat completed a flag (F3).
 */
export interface FlagScored {
  event: "flag scored";
  seat: number;
  points: number;
}
/**
 * A seat bought a technology (K8).
 */
export interface Bought {
  event: "bought";
  seat: number;
  technology: string;
  cards: {
    [k: string]: number;
  };
}
/**
 * A technology for one turn is on sale again (K11, K13).
 */
export interface CameBack {
  event: "came back";
  technology: string;
}
/**
 * A technology is no longer on sale (K17).
 */
export interface Withdrawn {
  event: "withdrawn";
  technology: string;
}
/**
 * A seat passed, or declined a second card or route (T3).
 */
export interface Passed {
  event: "passed";
  seat: number;
}
/**
 * A seat is short of pieces: everyone has one more turn (E1).
 */
export interface LastRound {
  event: "last round";
  seat: number;
}
/**
 * It is a seat's turn (T2).
 */
export interface TurnBegins {
  event: "turn";
  seat: number;
}
/**
 * Play is over; scoring follows (E).
 */
export interface GameOver {
  event: "game over";
}
/**
 * A player took a seat.
 */
export interface SeatTaken {
  event: "sat down";
  seat: number;
  name: string;
}
/**
 * A seat was opened, or given to the bot with this name.
 */
export interface SeatLeft {
  event: "left";
  seat: number;
  name?: string;
}
/**
 * The host changed how the game will be played.
 */
export interface SettingsChanged {
  event: "edited";
}
/**
 * The game started.
 */
export interface GameStarted {
  event: "started";
}
/**
 * The clock of a seat ran out, and the server decided for it.
 */
export interface OutOfTime {
  event: "out of time";
  seat: number;
}
/**
 * A seat asks to take moves back.
 */
export interface UndoRequested {
  event: "undo asked";
  seat: number;
  moves: number;
}
/**
 * A seat refused an undo.
 */
export interface UndoRefused {
  event: "undo refused";
  seat: number;
}
/**
 * Moves were taken back, as a seat had asked.
 */
export interface MovesUndone {
  event: "undone";
  seat: number;
  moves: number;
}
/**
 * A seat resigned.
 */
export interface SeatResigned {
  event: "resigned";
  seat: number;
}
/**
 * The table continues in another game.
 */
export interface RematchCreated {
  event: "rematch";
  game: string;
}
/**
 * The first message of a socket; a client replaces its whole state with it.
 */
export interface Welcome {
  t: "welcome";
  protocol: number;
  seq: number;
  now: number;
  state: State;
  log: Step[];
  chat: ChatLine[];
}
/**
 * A game as one seat, or a spectator, may see it: the table, and what a view shows of the play.
 */
export interface State {
  you?: number;
  hand?: {
    [k: string]: number;
  };
  cards_per_wild?: number;
  tickets?: {
    [k: string]: TicketHelp;
  };
  offer?: Offer;
  legal?: LegalMoves;
  players: number;
  options: string[];
  seats: {
    [k: string]: Seat;
  };
  phase?: "first tickets" | "held route" | "keep tickets" | "over" | "second card" | "second route" | "turn";
  turn?: number;
  deciding: number[];
  market?: (string | null)[];
  deck?: number;
  discards?: {
    [k: string]: number;
  };
  ticket_deck?: number;
  routes?: {
    [k: string]: number[];
  };
  closed?: number[];
  last_turns?: number;
  copies?: {
    [k: string]: number;
  };
  revealed?: {
    [k: string]: number[];
  };
  result?: FinalResult;
  game: string;
  map: MapRef;
  stage: Stage;
  public: boolean;
  hints: boolean;
  created: number;
  clock?: number;
  watchers: number;
  commitment?: string;
  seed?: string;
  commitments?: {
    [k: string]: string;
  };
  entropy?: string[];
  rev: number;
  moves: number;
  undo?: UndoAsk;
  can_undo?: UndoScope;
  no_undo?: string;
  last_opponent?: number;
  rematch?: string;
}
/**
 * The status of a ticket for its holder, a shortest path that is still open, and the pieces that it still takes.
 */
export interface TicketHelp {
  status: "lost" | "made" | "open";
  path: number[];
  pieces: number;
}
/**
 * Tickets to choose from, in the order offered; the action `keep` names them by their place in it.
 */
export interface Offer {
  tickets: number[];
  least: number;
  help: {
    [k: string]: TicketHelp;
  };
  chosen?: number[];
}
/**
 * The legal actions of the viewer, grouped for choosing.
 */
export interface LegalMoves {
  draw: string[];
  blind?: number;
  tickets: boolean;
  claims: {
    [k: string]: ClaimChoice;
  };
  buy?: {
    [k: string]: {
      [k: string]: number;
    }[];
  };
  skip?: boolean;
}
/**
 * The payments for a route, cheapest first; `keep` has the places of those that allow keeping a card (F1).
 */
export interface ClaimChoice {
  pay: {
    [k: string]: number;
  }[];
  keep?: number[];
}
/**
 * A seat as everyone sees it: who sits there, and the play.
 */
export interface Seat {
  score?: number;
  pieces?: number;
  cards?: number;
  seen?: {
    [k: string]: number;
  };
  tickets?: number;
  technologies?: string[];
  front?: string[];
  flags?: number;
  path?: number;
  longest?: boolean;
  districts?: string[];
  district_progress?: {
    [k: string]: number;
  };
  kind: SeatKind;
  name: string;
  color: string;
  level?: string;
  here?: boolean;
  host?: boolean;
  yours?: boolean;
  resigned?: boolean;
  deadline?: number;
}
/**
 * The result of a game: the seats in seat order, the winners, and the rule that decided (E5).
 */
export interface FinalResult {
  seats: SeatScore[];
  winners: number[];
  decided_by: string;
}
/**
 * The result of one seat, item by item.
 */
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
  ticket_paths: {
    [k: string]: number[];
  };
  districts: {
    [k: string]: number;
  };
  flags: number;
  technologies: number;
}
/**
 * Which map; facts and geometry of exactly this version are under /api/maps/{id}/{hash}/.
 */
export interface MapRef {
  id: string;
  hash: string;
  name: string;
}
/**
 * Somebody asks to take moves back; it is done when every other person agrees.
 */
export interface UndoAsk {
  seat: number;
  moves: number;
  agreed: number[];
}
/**
 * What an undo by the viewer would take back: how many moves, and whose.
 */
export interface UndoScope {
  moves: number;
  seats: number[];
}
/**
 * One step of the log: the events of a record, as the viewer may see them.
 */
export interface Step {
  seq: number;
  move: number;
  at: number;
  events: GameEvent[];
  seat?: number;
}
/**
 * A line of chat; `seat` is absent for a spectator.
 */
export interface ChatLine {
  name: string;
  text: string;
  at: number;
  seat?: number;
}
/**
 * A merge patch of the state, and the step that caused it. Without `seq` nothing was recorded.
 */
export interface Update {
  t: "update";
  patch: {
    [k: string]: unknown;
  };
  seq?: number;
  step?: Step;
  chat?: ChatLine;
}
/**
 * The message with this id is stored permanently; `seq` is its record. `again` marks a resend.
 */
export interface Ack {
  t: "ack";
  id: string;
  seq: number;
  again?: boolean;
}
/**
 * A message was refused and changed nothing.
 */
export interface Refused {
  t: "refused";
  code: string;
  message: string;
  id?: string;
  reason?: string;
  missing?: {
    [k: string]: number;
  };
  retry_after?: number;
}
/**
 * The reply to `ask`, `why`, `opens`, `hint` and `advise`.
 */
export interface Answer {
  t: "answer";
  id: string;
  legal?: boolean;
  reason?: string;
  message?: string;
  missing?: {
    [k: string]: number;
  };
  pay?: {
    [k: string]: number;
  }[];
  opens?: {
    [k: string]: number[];
  };
  routes?: {
    [k: string]: string;
  };
  reasons?: {
    [k: string]: string;
  };
  lacking?: {
    [k: string]: {
      [k: string]: number;
    };
  };
  hints?: HintMove[];
  advice?: AdvisedMove;
}
/**
 * A good move: its chance of winning, and the points it expects to lead by at the end.
 */
export interface HintMove {
  action: Action;
  text: string;
  chance?: number;
  margin?: number;
}
/**
 * A simple move, why it is advised, and the route or the ticket that it is for.
 */
export interface AdvisedMove {
  action: Action;
  kind: "cards" | "collect" | "last turn" | "only" | "points" | "technology" | "ticket route" | "tickets";
  route?: number;
  ticket?: number;
}
/**
 * The reply to `ping`.
 */
export interface Pong {
  t: "pong";
  now: number;
}
/**
 * The server is closing this socket; `again` says that the client should reconnect at once.
 */
export interface Bye {
  t: "bye";
  code: string;
  message: string;
  again: boolean;
}
/**
 * Play an action, given as a value or as a line of notation, chosen when the state's `rev` was this.
 */
export interface Act {
  t: "act";
  id: string;
  rev: number;
  action?: Action;
  text?: string;
}
/**
 * Ask to take back this seat's last move and everything after it.
 */
export interface AskUndo {
  t: "undo";
  id: string;
}
/**
 * Agree to the undo that is asked for, or refuse it.
 */
export interface AnswerUndo {
  t: "agree";
  id: string;
  yes: boolean;
}
/**
 * Resign; a bot plays on while others are still playing.
 */
export interface Resign {
  t: "resign";
  id: string;
}
/**
 * Write a line of chat.
 */
export interface Say {
  t: "chat";
  id: string;
  text: string;
}
/**
 * Ask whether an action would be legal, and why not.
 */
export interface Ask {
  t: "ask";
  id: string;
  action?: Action;
  text?: string;
}
/**
 * Ask why a route, or any route at all, cannot be claimed, as if it were this seat's turn.
 */
export interface Why {
  t: "why";
  id: string;
  route?: number;
}
/**
 * Ask which routes each technology on sale would open to this seat.
 */
export interface Opens {
  t: "opens";
  id: string;
}
/**
 * Ask for good moves, in games that allow it.
 */
export interface Hint {
  t: "hint";
  id: string;
}
/**
 * Ask for a simple move with a reason, as the tour gives it, in games that allow hints.
 */
export interface Advise {
  t: "advise";
  id: string;
}
/**
 * Ask for a `pong`.
 */
export interface Ping {
  t: "ping";
  id: string;
}
/**
 * What a page needs to know about the server before anything else.
 */
export interface Site {
  name: string;
  version: string;
  protocol: number;
  ready: boolean;
  compiling: boolean;
  phrases: string[];
  colors: string[];
  levels: string[];
  characters?: string[];
}
/**
 * Your identity on this site.
 */
export interface Me {
  id: string;
  name: string;
  color: string;
}
/**
 * A new name or color for yourself.
 */
export interface EditMe {
  name?: string;
  color?: PlayerColor;
}
/**
 * All maps.
 */
export interface MapList {
  maps: MapRow[];
}
/**
 * A map in the list of maps.
 */
export interface MapRow {
  id: string;
  hash: string;
  name: string;
  summary: string;
  origin: string;
  least: number;
  most: number;
  cities: number;
  routes: number;
  tickets: number;
  note?: string;
  yours?: boolean;
}
/**
 * A map file's text.
 */
export interface UploadMap {
  text: string;
}
/**
 * What the checker reports about an uploaded map; `map` is present if it can be played.
 */
export interface MapReport {
  problems: Problem[];
  map?: MapRow;
}
/**
 * Something to fix: where it is, what is wrong and what to do.
 */
export interface Problem {
  severity: "error" | "warning";
  code: string;
  where: string;
  line: number | null;
  message: string;
  fix: string;
}
/**
 * Everything about a map that never changes.
 */
export interface Facts {
  id: string;
  hash: string;
  name: string;
  summary: string;
  origin: string;
  note?: string;
  piece: string;
  pieces: number;
  least: number;
  most: number;
  colors: string[];
  cards: {
    [k: string]: number;
  };
  market: number;
  first_hand: number;
  first_wilds?: number;
  first_tickets: DealFact;
  later_tickets: DealFact;
  route_points: {
    [k: string]: number;
  };
  both_tracks_from: number;
  last_round_at: number;
  cards_per_wild: number;
  longest_path: number;
  reset_at_wilds: number;
  ties: string[];
  options: {
    [k: string]: string;
  };
  presets: {
    [k: string]: PresetFact;
  };
  rules: string[];
  cities: CityFact[];
  routes: RouteFact[];
  tickets: TicketFact[];
  districts: DistrictFact[];
  technologies: TechnologyFact[];
  flag?: FlagFact;
}
/**
 * How many tickets are offered and how many must be kept.
 */
export interface DealFact {
  deal: number;
  keep: number;
}
/**
 * A named set of options.
 */
export interface PresetFact {
  about: string;
  options: string[];
}
/**
 * A city.
 */
export interface CityFact {
  name: string;
  label: string;
  region: string;
}
/**
 * A route; `needs` names the technologies that claiming it requires, `twin` is the other track of a double.
 */
export interface RouteFact {
  ferry?: number;
  name: string;
  a: number;
  b: number;
  length: number;
  color: string;
  points: number;
  needs: string[];
  twin?: number;
}
/**
 * A ticket; each end is one city, or several of which any will do (P6).
 */
export interface TicketFact {
  a: number[];
  b: number[];
  name_a: string;
  name_b: string;
  points: number;
}
/**
 * Cities that earn points when all of them are connected (E4).
 */
export interface DistrictFact {
  name: string;
  color: string;
  points: number;
  cities: number[];
}
/**
 * A technology, and its effect in a sentence.
 */
export interface TechnologyFact {
  name: string;
  copies: number;
  cost: number;
  effect: string;
  advanced: boolean;
}
/**
 * The colors of a flag and its points (F3).
 */
export interface FlagFact {
  colors: string[];
  points: number;
}
/**
 * Everything about a board that the page needs besides its painted sheets.
 */
export interface Geometry {
  width: number;
  height: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  space: [number, number];
  corner: number;
  hit_width: number;
  label_sizes: number[];
  piece: string;
  claim: ClaimStyle;
  colors: Colors;
  signs: {
    [k: string]: Sign;
  };
  hatches: {
    [k: string]: Hatch;
  };
  symbols: {
    [k: string]: string;
  };
  cities: CityMark[];
  routes: RouteMark[];
}
/**
 * How a position is drawn: a bed in the owner's color from city to city, pieces that stand on it, and veils.
 */
export interface ClaimStyle {
  halo: string;
  halo_width: number;
  edge_width: number;
  bed_width: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  shadow: [number, number];
  rise: number;
  veil: string;
  open_veil: number;
  closed_veil: number;
}
/**
 * The theme colors that are used outside the painted layers.
 */
export interface Colors {
  paper: string;
  sea: string;
  land: string;
  ink: string;
  accent: string;
}
/**
 * The sign of a card color; the symbol is an outline within one unit of the origin.
 */
export interface Sign {
  name: string;
  color: string;
  ink: string;
  symbol: string;
  hatch: string;
}
/**
 * The lines that fill a space around the origin, in board units.
 */
export interface Hatch {
  path: string;
  stroke: number;
}
/**
 * A city's mark, and the district it belongs to with the color of that district.
 */
export interface CityMark {
  name: string;
  x: number;
  y: number;
  radius: number;
  district?: string;
  tint?: string;
}
/**
 * A route: the line from city to city, its spaces, its special rules, and which of the spaces show a wild.
 */
export interface RouteMark {
  color: string;
  path: string;
  spaces: [number, number, number][];
  hit?: string;
  stretch?: number;
  rules?: string[];
  wilds?: number[];
}
/**
 * The fonts of a map's names; none if the page has all their letters.
 */
export interface PageFonts {
  fonts: PageFont[];
}
/**
 * A font for some letters of a map's names, in WOFF2.
 */
export interface PageFont {
  face: string;
  letters: string;
  data: string;
}
/**
 * A list of games, newest first.
 */
export interface Games {
  games: GameRow[];
}
/**
 * A game in a list.
 */
export interface GameRow {
  id: string;
  map: string;
  title: string;
  stage: Stage;
  public: boolean;
  created: number;
  updated: number;
  seats: SeatRow[];
  options: string[];
  clock?: number;
  yours?: number[];
  your_turn?: boolean;
  practice?: boolean;
  daily?: boolean;
}
/**
 * A seat in a list of games.
 */
export interface SeatRow {
  kind: SeatKind;
  name: string;
  color: string;
  level?: string;
  score?: number;
  won?: boolean;
  resigned?: boolean;
}
/**
 * A game to create; with `start` it starts at once if no seat is open.
 */
export interface NewGame {
  map: string;
  /**
   * @minItems 2
   * @maxItems 5
   */
  seats: SeatWish[];
  /**
   * @maxItems 8
   */
  options?: string[];
  public?: boolean;
  hints?: boolean;
  clock?: number;
  shuffle?: boolean;
  start?: boolean;
}
/**
 * Who sits on a seat of a new game.
 */
export interface SeatWish {
  kind: "bot" | "me" | "open";
  level?: string;
  name?: string;
  color?: PlayerColor;
}
/**
 * A new game; the secrets of its links are shown only here.
 */
export interface Made {
  id: string;
  invite: string;
  seats: {
    [k: string]: string;
  };
}
/**
 * What the host changes before the start; an absent field stays as it is.
 */
export interface EditGame {
  options?: string[];
  public?: boolean;
  hints?: boolean;
  clock?: number;
}
/**
 * The secret of an invite link, or of a seat's own link.
 */
export interface Enter {
  token: string;
}
/**
 * What a secret gave access to: the table, or a seat.
 */
export interface Entered {
  game: string;
  seat?: number;
}
/**
 * A new invite secret; the previous one no longer works.
 */
export interface Invite {
  invite: string;
}
/**
 * The name and color of a player who sits down.
 */
export interface TakeSeat {
  name?: string;
  color?: PlayerColor;
}
/**
 * Your new seat; with its link you can continue on another device.
 */
export interface Taken {
  seat: number;
  token: string;
}
/**
 * Whether a seat is open or a bot's, set by the host before the start.
 */
export interface EditSeat {
  kind: "bot" | "open";
  level?: string;
}
/**
 * What a player adds to the seed: first the SHA-256 of 32 random bytes, later these bytes, both in hexadecimal.
 */
export interface AddEntropy {
  commitment?: string;
  entropy?: string;
}
/**
 * A whole game to step through: a first state, then patches.
 */
export interface Replay {
  game: string;
  viewer: string;
  state: State;
  steps: ReplayStep[];
}
/**
 * A step of a replay: the events for the chosen viewer, and the patch from the step before.
 */
export interface ReplayStep {
  seq: number;
  move: number;
  events: GameEvent[];
  patch: {
    [k: string]: unknown;
  };
  seat?: number;
  text?: string;
}
/**
 * The chances of a finished game, moment by moment: `moments[n]` is after `n` moves. Ask again until `done`.
 */
export interface Chances {
  game: string;
  total: number;
  done: boolean;
  moments: Moment[];
  ready_in?: number;
}
/**
 * The chances at one moment, as far as the seat that had to decide could know.
 */
export interface Moment {
  wins: number[];
  scores?: number[];
  seat?: number;
}
/**
 * The review of a finished game, or how far it is. Ask again until `stage` is "done" or "failed".
 */
export interface ReviewStatus {
  game: string;
  stage: "done" | "failed" | "none" | "running" | "waiting";
  before?: number;
  done?: number;
  total?: number;
  review?: Review;
  message?: string;
}
/**
 * The review of a game.
 */
export interface Review {
  map: string;
  names: string[];
  seats: SeatReview[];
  decisions: Decision[];
  turning_points: TurningPoint[];
  seed: number;
  format?: number;
}
/**
 * How a seat played, and what luck it had.
 */
export interface SeatReview {
  seat: number;
  name: string;
  accuracy: number;
  decisions: number;
  labels: {
    [k: string]: number;
  };
  chance_lost: number;
  points_lost: number;
  luck: DeckLuck;
}
/**
 * What the deck gave, in chance of winning and points, with standard errors.
 */
export interface DeckLuck {
  chance: number;
  chance_error: number;
  points: number;
  points_error: number;
}
/**
 * A decision of a game, judged from the view of its seat.
 */
export interface Decision {
  number: number;
  turn: number;
  seat: number;
  label: "best" | "blunder" | "good" | "inaccuracy" | "mistake";
  best: JudgedMove;
  played: JudgedMove;
  wins: number[];
  chance_loss: number;
  chance_loss_error: number;
  points_loss: number;
  points_loss_error: number;
  loss: number;
  loss_error: number;
  line?: Action[];
  reason?: ReviewReason;
  why?: string;
  luck?: DeckLuck;
}
/**
 * A move with its worth: chance of winning and expected points, each with its standard error.
 */
export interface JudgedMove {
  action: Action;
  text: string;
  chance: number;
  chance_error: number;
  points: number;
  points_error: number;
  tickets?: number[];
}
/**
 * A reason: its kind, and what it is about.
 */
export interface ReviewReason {
  kind:
    | "color_on_table"
    | "ends_early"
    | "ends_late"
    | "fewer_points"
    | "on_average"
    | "rival_gains"
    | "rival_takes"
    | "ticket_costs"
    | "ticket_fails"
    | "ticket_worth"
    | "tickets_cost"
    | "tickets_pay"
    | "wilds_spent"
    | "wins_less";
  route?: number;
  ticket?: number;
  seat?: number;
  card?: string;
  item?: string;
  number?: number;
  share?: number;
  best_share?: number;
  points?: number;
}
/**
 * A decision after which the game had changed, by what was played or by luck.
 */
export interface TurningPoint {
  number: number;
  seat: number;
  cause: string;
  change: number;
}
/**
 * A practice game to begin after this many moves of a finished game, in the place of the seat that decides then.
 */
export interface Retry {
  moves: number;
}
/**
 * A saved game's text.
 */
export interface ImportGame {
  text: string;
}
/**
 * All puzzles, and the one of the day (UTC), which is the same for everyone.
 */
export interface Puzzles {
  puzzles: PuzzleRow[];
  day: string;
  today?: string;
}
/**
 * A puzzle in the list.
 */
export interface PuzzleRow {
  id: string;
  map: string;
  players: number;
  level: string;
}
/**
 * The position of a puzzle, as the seat that decides sees it, and the moves to choose from.
 */
export interface PuzzlePosition {
  id: string;
  level: string;
  state: State;
  choices: MoveChoice[];
}
/**
 * A move to choose.
 */
export interface MoveChoice {
  action: Action;
  text: string;
}
/**
 * The choice that answers a puzzle or a lesson, by its place among the choices.
 */
export interface AnswerQuestion {
  choice: number;
}
/**
 * Whether a choice is the best one, what each is worth in the order of the choices, and why.
 */
export interface PuzzleAnswer {
  right: boolean;
  best: number;
  next_best: number;
  values: PuzzleValue[];
  reasons: PuzzleReason[];
  worlds: number;
}
/**
 * What a choice is worth: the chance of winning and the final score, and what it loses against the best.
 */
export interface PuzzleValue {
  chance: number;
  points: number;
  loss: number;
  loss_error: number;
}
/**
 * A reason why the best choice is better than the next best; docs/how-to/puzzles.md explains the kinds.
 */
export interface PuzzleReason {
  kind: string;
  best: number;
  other: number;
  ticket?: number;
  route?: number;
  part?: string;
}
/**
 * All lessons, in the order in which they are taught.
 */
export interface Lessons {
  lessons: LessonRow[];
}
/**
 * A lesson in the list.
 */
export interface LessonRow {
  id: string;
  map: string;
  topic: string;
}
/**
 * The position of a lesson, as the seat that decides sees it, what the question names, and the moves to choose.
 */
export interface LessonPosition {
  id: string;
  topic: string;
  route?: number;
  ticket?: number;
  technology?: string;
  state: State;
  choices: MoveChoice[];
}
/**
 * Whether a choice answers the question of a lesson; if the choice is illegal, why.
 */
export interface LessonAnswer {
  right: boolean;
  reason?: string;
  message?: string;
  missing?: {
    [k: string]: number;
  };
}
/**
 * Your daily game on a map; once it is over, what others and the levels scored on the same deal.
 */
export interface Daily {
  day: string;
  map: string;
  players: number;
  opponent: string;
  game?: string;
  stage?: Stage;
  score?: number;
  won?: boolean;
  resigned?: boolean;
  scores?: number[];
  levels?: {
    [k: string]: number[];
  };
}
/**
 * An error: a code for programs and a sentence for people.
 */
export interface ErrorReply {
  code: string;
  message: string;
  problems?: Problem[];
  retry_after?: number;
}

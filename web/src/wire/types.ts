// Generated from the server's types by `make wire`. Do not edit.
// A field that may be absent is optional; in a patch, null removes a field.

export type Stage = "over" | "playing" | "table";
export type SeatKind = "bot" | "open" | "person";
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
  | SatDown
  | Left
  | Edited
  | Started
  | OutOfTime
  | UndoAsked
  | UndoRefused
  | Undone
  | Resigned
  | Rematched;
export type Action = Keep | Draw | DrawBlind | TakeTickets | Claim | Buy | Pass;
export type Color = "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow";
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
export type ClientMessage = Act | AskUndo | AnswerUndo | Resign | Say | Ask | Why | Opens | Hint | Ping;

export interface Cards {
  [k: string]: number;
}
/**
 * Keep these of the tickets offered, by their place in the offer from 0 on (S4, P1).
 *
 * First tickets are chosen by everyone at once; `seat` says whose choice it is, if not the seat on turn.
 */
export interface Keep {
  action: "keep";
  tickets: number[];
  seat?: number;
}
/**
 * Draw a card: "deck", or the name of a card of the market (D1).
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
 * Do nothing: no action is possible, no second card is wanted, or no second route (T3, K13).
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
 * A card came into the market (S3, D2).
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
 * A seat chose its first tickets; what it kept shows when all have chosen (S6).
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
 * A seat passed, or wanted no second card or route (T3).
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
 * Somebody took a seat.
 */
export interface SatDown {
  event: "sat down";
  seat: number;
}
/**
 * A seat is open again, or a bot's.
 */
export interface Left {
  event: "left";
  seat: number;
}
/**
 * The host changed what is played.
 */
export interface Edited {
  event: "edited";
}
/**
 * Play began.
 */
export interface Started {
  event: "started";
}
/**
 * A seat's clock ran out; the server decided for it.
 */
export interface OutOfTime {
  event: "out of time";
  seat: number;
}
/**
 * A seat asks to take moves back.
 */
export interface UndoAsked {
  event: "undo asked";
  seat: number;
  moves: number;
}
/**
 * A seat does not agree to an undo.
 */
export interface UndoRefused {
  event: "undo refused";
  seat: number;
}
/**
 * Moves were taken back.
 */
export interface Undone {
  event: "undone";
  seat: number;
  moves: number;
}
/**
 * A seat gave up.
 */
export interface Resigned {
  event: "resigned";
  seat: number;
}
/**
 * The table goes on in another game.
 */
export interface Rematched {
  event: "rematch";
  game: string;
}
/**
 * The first message of a socket, and again whenever the client must start afresh.
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
 * A game as one seat, or a spectator, may see it.
 */
export interface State {
  game: string;
  map: MapRef;
  stage: Stage;
  players: number;
  options: string[];
  public: boolean;
  hints: boolean;
  created: number;
  seats: {
    [k: string]: Seat;
  };
  you?: number;
  clock?: number;
  watchers: number;
  commitment?: string;
  seed?: string;
  rev: number;
  moves: number;
  phase?: string;
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
  hand?: {
    [k: string]: number;
  };
  tickets?: {
    [k: string]: TicketHelp;
  };
  revealed?: {
    [k: string]: number[];
  };
  offer?: Offer;
  legal?: LegalMoves;
  undo?: UndoAsk;
  result?: FinalResult;
  rematch?: string;
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
 * A seat as everyone sees it.
 */
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
  seen?: {
    [k: string]: number;
  };
  tickets?: number;
  technologies?: string[];
  front?: string[];
  flags?: number;
  path?: number;
  districts?: string[];
  district_progress?: {
    [k: string]: number;
  };
  deadline?: number;
}
/**
 * A ticket of one's own: whether it is made, open or lost, and a shortest way that is still open.
 */
export interface TicketHelp {
  status: "lost" | "made" | "open";
  way: number[];
  short: number;
}
/**
 * Tickets to choose from, in the order offered; `keep` names them by their place in it.
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
 * All that this seat may do now.
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
 * How a route can be paid, cheapest first; `keep` has the places of payments that allow keeping a card.
 */
export interface ClaimChoice {
  pay: {
    [k: string]: number;
  }[];
  keep?: number[];
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
 * The end: seats in seat order, winners, and the rule that decided.
 */
export interface FinalResult {
  seats: SeatScore[];
  winners: number[];
  decided_by: string;
}
/**
 * One seat's result, item by item.
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
 * One line of the log: what happened at a record of the game.
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
 * What changed: a merge patch of the state, and what happened. Without `seq` nothing was recorded.
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
 * The message with this id is stored for ever; `seq` is its record. `again` tells a resend.
 */
export interface Ack {
  t: "ack";
  id: string;
  seq: number;
  again?: boolean;
}
/**
 * A message that changed nothing, and why.
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
 * The reply to `ask`, `why`, `opens` and `hint`.
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
}
/**
 * A move that the search likes: its chance of winning, and the points it expects to lead by at the end.
 */
export interface HintMove {
  action: Action;
  text: string;
  chance?: number;
  margin?: number;
}
/**
 * The reply to `ping`.
 */
export interface Pong {
  t: "pong";
  now: number;
}
/**
 * The server is closing this socket; `again` says that coming back at once is right.
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
 * Ask to take back this seat's last move, and what followed it.
 */
export interface AskUndo {
  t: "undo";
  id: string;
}
/**
 * Agree, or not, to the undo that is asked for.
 */
export interface AnswerUndo {
  t: "agree";
  id: string;
  yes: boolean;
}
/**
 * Give up; a bot plays on where others are still playing.
 */
export interface Resign {
  t: "resign";
  id: string;
}
/**
 * Say something.
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
 * Ask for a sign of life.
 */
export interface Ping {
  t: "ping";
  id: string;
}
/**
 * What a page needs to know of the server before anything else.
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
}
/**
 * Who you are here.
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
  color?: Color;
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
 * What the checker says of an uploaded map; `map` is there when it can be played.
 */
export interface MapReport {
  problems: Problem[];
  map?: MapRow;
}
/**
 * One thing to mend, where it stands and how.
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
 * All that never changes about a map.
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
 * How many tickets are offered and must be kept.
 */
export interface DealFact {
  deal: number;
  keep: number;
}
/**
 * A named bundle of options.
 */
export interface PresetFact {
  about: string;
  options: string[];
}
/**
 * A place.
 */
export interface CityFact {
  name: string;
  label: string;
  region: string;
}
/**
 * A track; `needs` names the technologies without which it cannot be claimed.
 */
export interface RouteFact {
  name: string;
  a: number;
  b: number;
  length: number;
  color: string;
  ferry: number;
  points: number;
  needs: string[];
  twin?: number;
}
/**
 * A ticket; an end is one place or several of which any will do.
 */
export interface TicketFact {
  a: number[];
  b: number[];
  name_a: string;
  name_b: string;
  points: number;
}
/**
 * Places that earn points when all are joined.
 */
export interface DistrictFact {
  name: string;
  color: string;
  points: number;
  cities: number[];
}
/**
 * A technology in words.
 */
export interface TechnologyFact {
  name: string;
  copies: number;
  cost: number;
  effect: string;
  advanced: boolean;
}
/**
 * The colors of a flag and its points.
 */
export interface FlagFact {
  colors: string[];
  points: number;
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
}
/**
 * A seat in a list of games.
 */
export interface SeatRow {
  kind: SeatKind;
  name: string;
  color: string;
  score?: number;
  won?: boolean;
}
/**
 * A game to be made; with `start` it begins at once if no seat is open.
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
 * What a seat of a new game is to be.
 */
export interface SeatWish {
  kind: "bot" | "me" | "open";
  level?: string;
  name?: string;
  color?: Color;
}
/**
 * A game was made; the link's secret is shown here only.
 */
export interface Made {
  id: string;
  invite: string;
  seats: {
    [k: string]: string;
  };
}
/**
 * What the host changes before the start.
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
 * What the secret opened: the table, or a seat.
 */
export interface Entered {
  game: string;
  seat?: number;
}
/**
 * A fresh invite secret; the one before no longer works.
 */
export interface Invite {
  invite: string;
}
/**
 * Who sits down.
 */
export interface TakeSeat {
  name?: string;
  color?: Color;
}
/**
 * A seat is yours; its link moves it to another device.
 */
export interface Taken {
  seat: number;
  token: string;
}
/**
 * What the host makes of a seat before the start.
 */
export interface EditSeat {
  kind: "bot" | "open";
  level?: string;
}
/**
 * A whole game to step through: a first state, then patches.
 */
export interface Replay {
  game: string;
  eyes: string;
  state: State;
  steps: ReplayStep[];
}
/**
 * A step of a replay: the events for the chosen eyes, and the patch from the step before.
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
}
/**
 * How the chances stood at one moment, as the seat that had to decide could know.
 */
export interface Moment {
  wins: number[];
  scores?: number[];
  seat?: number;
}
/**
 * A saved game's text.
 */
export interface ImportGame {
  text: string;
}
/**
 * A board ready to be drawn.
 */
export interface Geometry {
  name: string;
  width: number;
  height: number;
  unit: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  space: [number, number];
  corner: number;
  piece: string;
  overlaps: number;
  colors: Colors;
  signs: {
    [k: string]: Sign;
  };
  players: Sign[];
  hatches: {
    [k: string]: Hatch;
  };
  below: Layer[];
  cities: CityMark[];
  tracks: TrackMark[];
  above: Layer[];
  faces: {
    [k: string]: Glyphs;
  };
}
/**
 * The colors a page needs beside those of the shapes.
 */
export interface Colors {
  paper: string;
  sea: string;
  land: string;
  ink: string;
  accent: string;
}
/**
 * How something is told apart; the symbol is an outline within one unit of the origin.
 */
export interface Sign {
  name: string;
  color: string;
  ink: string;
  symbol: string;
  hatch: string;
}
/**
 * The lines that fill a space about the origin, in board units.
 */
export interface Hatch {
  path: string;
  stroke: number;
}
/**
 * Shapes, then words, that lie on one level.
 */
export interface Layer {
  name: string;
  shapes?: Shape[];
  words?: Words[];
}
/**
 * An outline with its paint.
 */
export interface Shape {
  path: string;
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: string;
  opacity?: number;
  role?: string;
  x?: number;
  y?: number;
  scale?: number;
}
/**
 * A line of text: where its baseline starts, middles or ends, and how it is set.
 */
export interface Words {
  text: string;
  x: number;
  y: number;
  size: number;
  color: string;
  face?: string;
  anchor?: string;
  spacing?: number;
  turn?: number;
  halo?: string;
}
/**
 * A place: its mark, its label and the label's box (left, top, width, height).
 */
export interface CityMark {
  name: string;
  x: number;
  y: number;
  radius: number;
  lines: Words[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  box: [number, number, number, number];
  hit: number;
  region?: string;
  district?: string;
  tint?: string;
  plate?: boolean;
}
/**
 * A track: its ends, its path from mark to mark, and the middle and angle in degrees of each space.
 */
export interface TrackMark {
  a: number;
  b: number;
  length: number;
  color: string;
  path: string;
  spaces: [number, number, number][];
  hit: string;
  hit_width: number;
  ferry?: number;
  wilds?: number[];
  twin?: number;
}
/**
 * A face's family and weight, and the letters a board may need: advance and outline in thousandths of the size.
 */
export interface Glyphs {
  family: string;
  weight: number;
  letters: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: [number, string];
  };
  kerning: {
    [k: string]: number;
  };
}
/**
 * Every error: a code for programs, a sentence for people.
 */
export interface ErrorReply {
  code: string;
  message: string;
  problems?: Problem[];
  retry_after?: number;
}

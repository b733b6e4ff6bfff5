// Small valid values of the wire types; a test overrides what it is about.
import type { Facts, RouteFact, Seat, SeatScore, State, Step, TicketFact, Welcome } from "../src/wire/types";

export const seat = (change: Partial<Seat> = {}): Seat => ({ kind: "person", name: "Ada", color: "red", ...change });

export const state = (change: Partial<State> = {}): State => ({
  game: "g1",
  map: { id: "london", hash: "abc", name: "London" },
  stage: "playing",
  players: 2,
  options: [],
  public: false,
  hints: true,
  created: 0,
  seats: { 0: seat(), 1: seat({ name: "Grace", color: "blue" }) },
  watchers: 0,
  rev: 1,
  moves: 0,
  phase: "turn",
  turn: 0,
  deciding: [0],
  ...change,
});

export const step = (change: Partial<Step> = {}): Step => ({ seq: 1, move: 1, at: 0, events: [], ...change });

export const welcome = (change: Partial<Welcome> = {}): Welcome => ({
  t: "welcome",
  protocol: 1,
  seq: 0,
  now: Date.now() / 1000,
  state: state(),
  log: [],
  chat: [],
  ...change,
});

export const route = (change: Partial<RouteFact> = {}): RouteFact => ({
  name: "Aldgate–Brixton",
  a: 0,
  b: 1,
  length: 2,
  color: "blue",
  ferry: 0,
  points: 2,
  needs: [],
  ...change,
});

export const ticket = (change: Partial<TicketFact> = {}): TicketFact => ({
  a: [0],
  b: [1],
  name_a: "Aldgate",
  name_b: "Brixton",
  points: 5,
  ...change,
});

export const facts = (change: Partial<Facts> = {}): Facts => ({
  id: "london",
  hash: "abc",
  name: "London",
  summary: "",
  origin: "own",
  piece: "bus",
  pieces: 17,
  least: 2,
  most: 4,
  colors: ["blue", "green"],
  cards: { blue: 6, green: 6, wild: 8 },
  market: 5,
  first_hand: 2,
  first_tickets: { deal: 2, keep: 1 },
  later_tickets: { deal: 2, keep: 1 },
  route_points: { 1: 1, 2: 2 },
  both_tracks_from: 3,
  last_round_at: 2,
  cards_per_wild: 0,
  longest_path: 0,
  reset_at_wilds: 3,
  ties: ["tickets"],
  options: {},
  presets: {},
  rules: [],
  cities: [],
  routes: [route(), route({ name: "Brixton–Camden", a: 1, b: 2 })],
  tickets: [ticket(), ticket({ b: [2], name_b: "Camden", points: 7 })],
  districts: [],
  technologies: [],
  ...change,
});

export const score = (change: Partial<SeatScore> = {}): SeatScore => ({
  seat: 0,
  rank: 1,
  total: 0,
  routes: 0,
  tickets_made: [],
  tickets_missed: [],
  ticket_points: 0,
  ticket_losses: 0,
  longest_path: 0,
  longest_path_bonus: 0,
  path: [],
  ticket_paths: {},
  districts: {},
  flags: 0,
  technologies: 0,
  ...change,
});

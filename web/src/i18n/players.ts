import type { State } from "../wire/types";

/** Return a state in which the names that the server gave are in the reader's language. */
export function withLocalNames<S extends State>(state: S, playerName: (name: string) => string): S {
  const seats = Object.entries(state.seats).map(([number, seat]) => [number, { ...seat, name: playerName(seat.name) }]);
  return { ...state, seats: Object.fromEntries(seats) as S["seats"] };
}

// The ends of a player's tickets, each city once.
import type { TicketHelp } from "../wire/types";

export interface TicketEnds {
  cities: readonly number[];
  status: TicketHelp["status"];
}

/** What counts where tickets share a city: one that is still open before one that is completed or lost. */
const RANK = { open: 0, made: 1, lost: 2 };

export function ticketEnds(tickets: readonly TicketEnds[]): { city: number; status: TicketHelp["status"] }[] {
  const found = new Map<number, TicketHelp["status"]>();
  for (const { cities, status } of tickets)
    for (const city of cities) {
      const before = found.get(city);
      if (before === undefined || RANK[status] < RANK[before]) found.set(city, status);
    }
  return [...found].map(([city, status]) => ({ city, status }));
}

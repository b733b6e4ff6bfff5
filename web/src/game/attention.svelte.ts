// What a player asks the board to highlight: whose routes, and what a pressed card or ticket, or a player, is about.
import type { MapData } from "../wire/maps";
import type { State } from "../wire/types";
import { routesOf } from "./end/final-scoring";
import type { Highlight, Session } from "./session.svelte";
import { routesFor, type Shown } from "./spotlight";

export class Attention {
  shown = $state<Shown>("all");
  /** The card of the hand, and the ticket, that were pressed to see what they need. */
  card = $state<string>();
  ticket = $state<number>();
  /** The player who is pointed at. */
  seat = $state<number>();

  pressCard(color: string): void {
    this.card = this.card === color ? undefined : color;
  }

  /** What is highlighted: what the session points at comes first, then the pressed ticket, then the pressed card. */
  highlight(session: Session, game: State, { facts }: MapData): Highlight {
    const { routes, cities } = session.highlight;
    if (routes.length || cities.length) return session.highlight;
    const { ticket, card } = this;
    const help = ticket === undefined ? undefined : game.tickets?.[ticket];
    if (ticket !== undefined && help) {
      const { a, b } = facts.tickets[ticket]!;
      return { routes: help.path, cities: [...a, ...b] };
    }
    if (card !== undefined && game.hand?.[card]) {
      return { routes: routesFor(card, game, facts, session.legal), cities: [] };
    }
    return session.highlight;
  }

  /** The routes of the player who is pointed at. */
  seatRoutes(game: State): readonly number[] {
    return this.seat === undefined ? [] : routesOf(game, this.seat);
  }
}

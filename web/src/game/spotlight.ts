// What a card of the hand, or a choice of owners, highlights on the board.
import type { Facts, LegalMoves, State } from "../wire/types";

/** Whose routes the board shows: everybody's, the viewer's, those of the others, or what is still open. */
export type Shown = "all" | "mine" | "theirs" | "open";
export const SHOWN: readonly Shown[] = ["all", "mine", "theirs", "open"];

/** The routes that a card can help to pay for now; out of turn, the open routes of its color. */
export function routesFor(card: string, game: State, facts: Facts, legal: LegalMoves | undefined): number[] {
  if (legal)
    return Object.entries(legal.claims)
      .filter(([, { pay }]) => pay.some((cards) => cards[card]))
      .map(([route]) => Number(route));
  const closed = new Set(game.closed);
  return facts.routes.flatMap((fact, route) =>
    fact.color === card && !game.routes?.[route] && !closed.has(route) ? [route] : [],
  );
}

/** The routes to dim so that the others can be followed. */
export function dimmedRoutes(shown: Shown, game: State, facts: Facts): ReadonlySet<number> {
  if (shown === "all") return new Set();
  const { you } = game;
  const isMine = (route: number): boolean => you !== undefined && (game.routes?.[route]?.includes(you) ?? false);
  const kept = (route: number): boolean => {
    if (!game.routes?.[route]) return shown === "open";
    return isMine(route) ? shown === "mine" : shown === "theirs";
  };
  return new Set(facts.routes.map((_, route) => route).filter((route) => !kept(route)));
}

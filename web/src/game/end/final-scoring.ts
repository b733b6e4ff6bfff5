// The final scoring as a sequence of steps: whose points, for what, and what the board highlights meanwhile.
import type { Facts, SeatScore, State } from "../../wire/types";

export type ScoreItem = "routes" | "completed" | "incomplete" | "path" | "districts" | "flags" | "technologies";

export interface ScoringStep {
  seat: number;
  item: ScoreItem;
  points: number;
  routes: number[];
  cities: number[];
  ticket?: number;
  /** Whether the routes are highlighted one after the other. */
  trace?: boolean;
}

/** A number of points as text, with a minus sign and not a hyphen. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);

export function itemPoints(score: SeatScore, item: ScoreItem): number {
  switch (item) {
    case "routes":
      return score.routes;
    case "completed":
      return score.ticket_points;
    case "incomplete":
      return -Math.abs(score.ticket_losses);
    case "path":
      return score.longest_path_bonus;
    case "districts":
      return sum(Object.values(score.districts));
    case "flags":
      return score.flags;
    case "technologies":
      return score.technologies;
  }
}

/** Return the items that a map scores. */
export function scoreItems(facts: Facts): ScoreItem[] {
  const scored: Record<ScoreItem, boolean> = {
    routes: true,
    completed: true,
    incomplete: true,
    path: facts.longest_path > 0,
    districts: facts.districts.length > 0,
    flags: facts.flag !== undefined,
    technologies: facts.technologies.length > 0,
  };
  return (Object.keys(scored) as ScoreItem[]).filter((item) => scored[item]);
}

export const routesOf = (game: State, seat: number): number[] =>
  Object.entries(game.routes ?? {})
    .filter(([, seats]) => seats.includes(seat))
    .map(([route]) => Number(route));

function stepsOf(game: State, facts: Facts, score: SeatScore, item: ScoreItem): ScoringStep[] {
  const step = (more: Partial<ScoringStep>): ScoringStep => ({
    seat: score.seat,
    item,
    points: itemPoints(score, item),
    routes: [],
    cities: [],
    ...more,
  });
  switch (item) {
    case "routes":
      return [step({ routes: routesOf(game, score.seat) })];
    case "path":
      return [step({ routes: score.longest_path_bonus ? score.path : [], trace: true })];
    case "districts": {
      const earned = facts.districts.filter((district) => district.name in score.districts);
      return [step({ cities: earned.flatMap((district) => district.cities) })];
    }
    case "completed":
    case "incomplete": {
      const sign = item === "completed" ? 1 : -1;
      const tickets = item === "completed" ? score.tickets_made : score.tickets_missed;
      if (!tickets.length) return [step({})];
      return tickets.map((ticket) => {
        const { a, b, points } = facts.tickets[ticket]!;
        const routes = score.ticket_paths[ticket] ?? [];
        return step({ ticket, points: sign * points, cities: [...a, ...b], routes });
      });
    }
    default:
      return [step({})];
  }
}

/** Return the steps of a scoring: player by player, the last in rank first. */
export function scoringSteps(game: State, facts: Facts): ScoringStep[] {
  const fromLast = [...(game.result?.seats ?? [])].sort((a, b) => b.rank - a.rank);
  return fromLast.flatMap((score) => scoreItems(facts).flatMap((item) => stepsOf(game, facts, score, item)));
}

/** Return the points of each seat in these steps. */
export function countedPoints(steps: readonly ScoringStep[]): Record<number, number> {
  const points: Record<number, number> = {};
  for (const step of steps) points[step.seat] = (points[step.seat] ?? 0) + step.points;
  return points;
}

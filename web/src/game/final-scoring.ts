// The final reckoning, one beat at a time: whose, which item, how many points, and what it shows on the board.
import type { Facts, SeatScore, State } from "../wire/types";

export type Item = "routes" | "made" | "missed" | "path" | "districts" | "flags" | "technologies";
export interface Beat {
  seat: number;
  item: Item;
  points: number;
  routes: number[];
  cities: number[];
  ticket?: number;
  trace?: boolean;
}

const sum = (numbers: number[]): number => numbers.reduce((all, n) => all + n, 0);

export function points(score: SeatScore, item: Item): number {
  switch (item) {
    case "routes":
      return score.routes;
    case "made":
      return score.ticket_points;
    case "missed":
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

/** Which items this map counts. */
export function items(facts: Facts): Item[] {
  const counted: Record<Item, boolean> = {
    routes: true,
    made: true,
    missed: true,
    path: facts.longest_path > 0,
    districts: facts.districts.length > 0,
    flags: facts.flag !== undefined,
    technologies: facts.technologies.length > 0,
  };
  return (Object.keys(counted) as Item[]).filter((item) => counted[item]);
}

export const routesOf = (game: State, seat: number): number[] =>
  Object.entries(game.routes ?? {})
    .filter(([, seats]) => seats.includes(seat))
    .map(([route]) => Number(route));

/** A way between two sets of places over these tracks, the one with the fewest: only for drawing. */
export function wayOver(
  facts: Facts,
  own: readonly number[],
  from: readonly number[],
  to: readonly number[],
): number[] {
  const came = new Map<number, [number, number] | undefined>(from.map((city) => [city, undefined]));
  const queue = [...from];
  for (let city = queue.shift(); city !== undefined; city = queue.shift()) {
    if (to.includes(city)) {
      const way: number[] = [];
      for (let step = came.get(city); step; step = came.get(step[1])) way.unshift(step[0]);
      return way;
    }
    for (const route of own) {
      const { a, b } = facts.routes[route]!;
      const next = a === city ? b : b === city ? a : undefined;
      if (next === undefined || came.has(next)) continue;
      came.set(next, [route, city]);
      queue.push(next);
    }
  }
  return [];
}

function ofItem(game: State, facts: Facts, score: SeatScore, item: Item): Beat[] {
  const own = routesOf(game, score.seat);
  const beat = (more: Partial<Beat>): Beat => ({
    seat: score.seat,
    item,
    points: points(score, item),
    routes: [],
    cities: [],
    ...more,
  });
  if (item === "routes") return [beat({ routes: own })];
  if (item === "path") return [beat({ routes: score.longest_path_bonus ? score.path : [], trace: true })];
  if (item === "districts") {
    return [
      beat({
        cities: facts.districts
          .filter((district) => district.name in score.districts)
          .flatMap((district) => district.cities),
      }),
    ];
  }
  if (item !== "made" && item !== "missed") return [beat({})];
  const tickets = item === "made" ? score.tickets_made : score.tickets_missed;
  if (!tickets.length) return [beat({})];
  return tickets.map((ticket) => {
    const { a, b, points: worth } = facts.tickets[ticket]!;
    return beat({
      ticket,
      points: item === "made" ? worth : -worth,
      cities: [...a, ...b],
      routes: item === "made" ? wayOver(facts, own, a, b) : [],
    });
  });
}

/** Player by player, the last of them first. */
export function beatsOf(game: State, facts: Facts): Beat[] {
  const order = [...(game.result?.seats ?? [])].sort((a, b) => b.rank - a.rank);
  return order.flatMap((score) => items(facts).flatMap((item) => ofItem(game, facts, score, item)));
}

// How far somebody is with a district: the most of its places that lie in one network of own tracks.
import type { District, Facts, State } from "../wire/types";
import { routesOf } from "./final-scoring";

/** For each city, the name of the network of this seat it belongs to. */
function networks(game: State, facts: Facts, seat: number): Map<number, number> {
  const group = new Map<number, number>();
  const root = (city: number): number => {
    const above = group.get(city) ?? city;
    return above === city ? city : root(above);
  };
  for (const route of routesOf(game, seat)) {
    const { a, b } = facts.routes[route]!;
    group.set(root(a), root(b));
    if (!group.has(b)) group.set(b, root(b));
  }
  return new Map([...group.keys()].map((city) => [city, root(city)]));
}

export function progress(game: State, facts: Facts, seat: number): (district: District) => number {
  const of = networks(game, facts, seat);
  return (district) => {
    const counts = new Map<number, number>();
    for (const city of district.cities) {
      const name = of.get(city);
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values());
  };
}

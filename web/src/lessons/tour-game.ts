// The first game: a short one on the smallest map, against one bot of the first level.
import { startAlone } from "../wire/entropy";
import { http } from "../wire/http";
import { server } from "../wire/server.svelte";
import type { MapRow } from "../wire/types";
import { saveProgress } from "./progress";

/** Return the map of the tour: the smallest one that comes with the site. */
export const tourMap = (maps: readonly MapRow[]): MapRow | undefined =>
  maps.filter((map) => !map.yours).sort((a, b) => a.cities - b.cities)[0];

/** Start the game of the tour and return its address. */
export async function startTour(map: MapRow): Promise<string> {
  await server.ready();
  const seats = [{ kind: "me" as const }, { kind: "bot" as const, level: server.info?.levels[0] }];
  const made = await http.newGame({ map: map.id, shuffle: false, seats });
  await startAlone(made);
  saveProgress({ tour: { game: made.id, step: 0 } });
  return `/game/${made.id}?tour`;
}

// Facts, geometry and pictures of maps. A version of a map never changes, so each is fetched once.
import { http } from "./http";
import { loadFonts, textsOf } from "./names";
import type { Facts, Geometry } from "./types";

export interface MapData {
  facts: Facts;
  geometry: Geometry;
}

const loaded = new Map<string, Promise<MapData>>();

/** Load a picture before it is shown. */
function preload(url: string): void {
  new Image().src = url;
}

/** Load the facts and the geometry of a map, and the pictures of its board along with them. */
export function loadMap(id: string, hash: string, language: string): Promise<MapData> {
  const key = `${id}/${hash}`;
  let data = loaded.get(key);
  if (!data) {
    preload(http.ground(id, hash, language));
    preload(http.labels(id, hash, 0));
    data = Promise.all([http.facts(id, hash), http.geometry(id, hash)]).then(([facts, geometry]) => {
      loadFonts(key, textsOf(facts), () => http.fonts(id, hash));
      return { facts, geometry };
    });
    data.catch(() => loaded.delete(key));
    loaded.set(key, data);
  }
  return data;
}

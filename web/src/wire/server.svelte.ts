// What the page knows of the server and of its person.
import { http } from "./http";
import type { Facts, Geometry, MapRow, Me, Site } from "./types";

class SiteStore {
  site = $state.raw<Site>();
  me = $state.raw<Me>();
  maps = $state.raw<MapRow[]>([]);
  offline = $state(false);
  readonly #waiting: (() => void)[] = [];

  /** Ask until the server is ready to play; the rules are compiled once per computer. */
  async start(): Promise<void> {
    try {
      // The first answer sets the cookie: only then may others be asked.
      this.me = await http.me();
      this.site = await http.site();
      this.maps = (await http.maps()).maps;
      this.offline = false;
    } catch {
      this.offline = true;
    }
    if (this.offline || !this.site?.ready) setTimeout(() => void this.start(), 1000);
    else for (const go of this.#waiting.splice(0)) go();
  }

  /** Kept once games can be played: at once, but for the first minutes of a fresh installation. */
  ready(): Promise<void> {
    return this.site?.ready ? Promise.resolve() : new Promise((go) => this.#waiting.push(go));
  }

  async edit(change: Partial<Pick<Me, "name" | "color">>): Promise<void> {
    this.me = await http.editMe(change);
  }

  async reloadMaps(): Promise<void> {
    this.maps = (await http.maps()).maps;
  }
}

export const site = new SiteStore();

export interface Atlas {
  facts: Facts;
  geometry: Geometry;
}

const atlases = new Map<string, Promise<Atlas>>();

/** Load a picture before it is shown. */
function preload(address: string): void {
  new Image().src = address;
}

/** A map's facts and geometry; they never change, so each is fetched once, and the pictures of its board along with them. */
export function atlas(id: string, hash: string): Promise<Atlas> {
  const key = `${id}/${hash}`;
  let found = atlases.get(key);
  if (!found) {
    preload(http.ground(id, hash));
    preload(http.labels(id, hash));
    found = Promise.all([http.facts(id, hash), http.geometry(id, hash)]).then(([facts, geometry]) => ({
      facts,
      geometry,
    }));
    found.catch(() => atlases.delete(key));
    atlases.set(key, found);
  }
  return found;
}

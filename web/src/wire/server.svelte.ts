// What the page knows about the server and about the person using it.
import { http } from "./http";
import { loadFonts } from "./names";
import type { EditMe, MapRow, Me, Site } from "./types";

const POLL_INTERVAL = 1000;

class Server {
  info = $state.raw<Site>();
  me = $state.raw<Me>();
  maps = $state.raw<MapRow[]>([]);
  offline = $state(false);
  readonly #waiting: (() => void)[] = [];

  /** Poll until the server can play: on a fresh installation the rules are compiled first. */
  async connect(): Promise<void> {
    try {
      // The first reply sets the cookie, so the other requests have to wait for it.
      this.me = await http.me();
      this.info = await http.site();
      await this.reloadMaps();
      this.offline = false;
    } catch {
      this.offline = true;
    }
    if (this.offline || !this.info?.ready) setTimeout(() => void this.connect(), POLL_INTERVAL);
    else for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolve as soon as games can be played. */
  ready(): Promise<void> {
    return this.info?.ready ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  async editMe(change: EditMe): Promise<void> {
    this.me = await http.editMe(change);
  }

  async reloadMaps(): Promise<void> {
    this.maps = (await http.maps()).maps;
    for (const { id, hash, name, summary } of this.maps) {
      loadFonts(`${id}/${hash}`, [name, summary], () => http.fonts(id, hash));
    }
  }
}

export const server = new Server();

// The address of the page. Addresses are paths, and the server answers each of them with the page.
import { isOverlayEntry } from "./back";

export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const currentPlace = (): Place => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
  hash: location.hash.slice(1),
});

class Router {
  place = $state.raw<Place>(currentPlace());

  constructor() {
    addEventListener("popstate", () => (this.place = currentPlace()));
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(address: string, how: "push" | "replace" = "push"): void {
    // A dialog's entry makes room for the page that the dialog leads to.
    history[how === "push" && !isOverlayEntry() ? "pushState" : "replaceState"](null, "", address);
    this.place = currentPlace();
    if (how === "push") scrollTo(0, 0);
  }

  /** Follow a link within the site without reloading the page. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();

// The tab tells whose turn it is: title, icon, and a notification for who looks elsewhere.
import type { Catalogue } from "../i18n/en";

export function announceTurn(turn: boolean, map: string, t: Catalogue, notify: boolean): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  document.title = turn ? `● ${t.yourTurn} – ${map}` : `${map} – ${t.appName}`;
  icon?.setAttribute("href", turn ? "/favicon-turn.svg" : "/favicon.svg");
  const note =
    turn && notify && document.hidden && "Notification" in window && Notification.permission === "granted"
      ? new Notification(t.yourTurn, { body: map, icon: "/icon-192.png", tag: "branchline-turn" })
      : undefined;
  return () => {
    note?.close();
    document.title = t.appName;
    icon?.setAttribute("href", "/favicon.svg");
  };
}

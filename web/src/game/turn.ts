// Tell a player whose browser shows another tab that it is their turn: by title, icon and notification.
import type { Catalog } from "../i18n";

const ICON = "/favicon.svg";
const TURN_ICON = "/favicon-turn.svg";

/** Show in the tab whether it is the player's turn; returns a function that resets the tab. */
export function announceTurn(myTurn: boolean, title: string, t: Catalog, notify: boolean): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const ordinary = title ? t.pageTitle(title) : t.appName;
  document.title = myTurn ? `● ${t.yourTurn} – ${title}` : ordinary;
  icon?.setAttribute("href", myTurn ? TURN_ICON : ICON);
  const notification =
    myTurn && notify && document.hidden && "Notification" in window && Notification.permission === "granted"
      ? new Notification(t.yourTurn, { body: title, icon: "/icon-192.png", tag: "branchline-turn" })
      : undefined;
  return () => {
    notification?.close();
    document.title = t.appName;
    icon?.setAttribute("href", ICON);
  };
}

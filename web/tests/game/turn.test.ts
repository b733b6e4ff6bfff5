import { beforeEach, expect, test, vi } from "vitest";
import { announceTurn } from "../../src/game/turn";
import { en } from "../../src/i18n/en";

const close = vi.fn();
const shown = vi.fn();

class FakeNotification {
  static permission = "granted";
  close = close;
  constructor(title: string, { body }: NotificationOptions) {
    shown(title, body);
  }
}

const icon = (): string | null => document.querySelector('link[rel="icon"]')!.getAttribute("href");
const hide = (hidden: boolean): void => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
};

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
  vi.stubGlobal("Notification", FakeNotification);
  FakeNotification.permission = "granted";
  close.mockClear();
  shown.mockClear();
  hide(true);
});

test("the title and the icon of the tab show whose turn it is", () => {
  const reset = announceTurn(true, "London", en, false);
  expect(document.title).toBe("● Your turn – London");
  expect(icon()).toBe("/favicon-turn.svg");
  reset();
  expect(document.title).toBe("Branchline");
  expect(icon()).toBe("/favicon.svg");
  announceTurn(false, "London", en, false);
  expect(document.title).toBe("London – Branchline");
  announceTurn(false, "", en, false);
  expect(document.title).toBe("Branchline");
});

test("a player who looks at another tab is notified, until the turn ends", () => {
  const reset = announceTurn(true, "London", en, true);
  expect(shown).toHaveBeenCalledWith("Your turn", "London");
  reset();
  expect(close).toHaveBeenCalled();
});

test("no notification without the setting, the permission, the turn, or another tab", () => {
  announceTurn(true, "London", en, false);
  announceTurn(false, "London", en, true);
  FakeNotification.permission = "denied";
  announceTurn(true, "London", en, true);
  FakeNotification.permission = "granted";
  hide(false);
  announceTurn(true, "London", en, true);
  expect(shown).not.toHaveBeenCalled();
});

// What the page tells its reader in passing: short notices on screen, and announcements for screen readers.
const DURATION = 3000;
const ERROR_DURATION = 6000;

class Notices {
  announcement = $state("");
  shown = $state<{ text: string; error: boolean }>();
  #timer?: ReturnType<typeof setTimeout>;

  /** Have a screen reader say something. */
  announce(text: string): void {
    this.announcement = text;
  }

  show(text: string): void {
    this.#show(text, false);
  }

  showError(text: string): void {
    this.#show(text, true);
  }

  #show(text: string, error: boolean): void {
    this.shown = { text, error };
    this.announcement = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.shown = undefined), error ? ERROR_DURATION : DURATION);
  }
}

export const notices = new Notices();

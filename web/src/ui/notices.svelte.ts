// Messages that disappear by themselves: short notices on screen, and announcements for screen readers.
const DURATION = 3000;
const ERROR_DURATION = 6000;
/** How many announcements are kept, so that a slow screen reader does not lose any. */
const MOST_ANNOUNCEMENTS = 8;

export interface Announcement {
  id: number;
  text: string;
}

class Notices {
  /** Each announcement is an element of its own: the same sentence twice in a row is then read out twice. */
  announcements = $state.raw<readonly Announcement[]>([]);
  shown = $state<{ text: string; error: boolean }>();
  #timer?: ReturnType<typeof setTimeout>;
  #count = 0;

  /** Have a screen reader say something. */
  announce(text: string): void {
    if (!text) return;
    this.#count += 1;
    this.announcements = [...this.announcements, { id: this.#count, text }].slice(-MOST_ANNOUNCEMENTS);
  }

  /** Show a notice; a `silent` one is announced in another way. */
  show(text: string, { silent = false } = {}): void {
    this.#show(text, false, silent);
  }

  showError(text: string): void {
    this.#show(text, true);
  }

  /** Forget all messages so far: the next reader may be another person. */
  clear(): void {
    this.announcements = [];
    this.hide();
  }

  /** Remove the notice early because it is no longer true. */
  hide(): void {
    this.shown = undefined;
    clearTimeout(this.#timer);
  }

  #show(text: string, error: boolean, silent = false): void {
    this.shown = { text, error };
    if (!silent) this.announce(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.shown = undefined), error ? ERROR_DURATION : DURATION);
  }
}

export const notices = new Notices();

// What is told to everyone: a polite live region for screen readers, and short notes on screen.
class Live {
  spoken = $state("");
  note = $state<{ text: string; bad: boolean }>();
  #timer?: ReturnType<typeof setTimeout>;

  say(text: string): void {
    this.spoken = text;
  }

  show(text: string, bad = false): void {
    this.note = { text, bad };
    this.spoken = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.note = undefined), bad ? 6000 : 3000);
  }
}

export const live = new Live();

// One socket for one pair of eyes: resumes after a drop, resends what was not acknowledged, never plays twice.
import { merged } from "./patch";
import type {
  Ack,
  Action,
  Answer,
  ChatLine,
  ClientMessage,
  Refused,
  ServerMessage,
  State,
  Step,
  Update,
  Welcome,
} from "./types";

export type Link = "connecting" | "open" | "lost" | "closed";
type Reply = Ack | Answer | Refused;
type Unsent = ClientMessage extends infer M ? (M extends { id: string } ? Omit<M, "id"> : never) : never;
export type StepListener = (step: Step, before: State, after: State) => void;

const DELAYS = [500, 1000, 2000, 4000, 8000, 15000];
const COME_BACK = new Set([4000, 4008, 1001, 1005, 1006, 1011, 1012, 1013]);

export class Channel {
  state = $state.raw<State>();
  log = $state.raw<Step[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  link = $state<Link>("connecting");
  /** Why the socket is closed for good. */
  refusal = $state.raw<Refused>();
  /** How many acts wait for an answer. */
  waiting = $state(0);
  /** The moment of the game at which the last act was sent. */
  acted = -1;
  /** What to add to this computer's clock to get the server's, in seconds. */
  clockOffset = 0;

  #socket?: WebSocket;
  #seq = -1;
  #attempt = 0;
  #retry?: ReturnType<typeof setTimeout>;
  #number = 0;
  readonly #name = Math.random().toString(36).slice(2, 8);
  readonly #open = new Map<string, { message: ClientMessage; done: (reply: Reply) => void }>();
  readonly #listeners = new Set<StepListener>();

  constructor(
    readonly game: string,
    readonly seat?: number | "none",
  ) {
    this.#connect();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  onStep(listener: StepListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  act(what: { action: Action } | { text: string }): Promise<Reply> {
    this.waiting += 1;
    this.acted = this.state?.rev ?? 0;
    return this.send({ t: "act", rev: this.acted, ...what }).finally(() => (this.waiting -= 1));
  }

  /** Send a message; the promise is kept when the server answers, even if the line drops meanwhile. */
  send(body: Unsent): Promise<Reply> {
    const id = `${this.#name}-${++this.#number}`;
    const message = { ...body, id } as ClientMessage;
    return new Promise((done) => {
      this.#open.set(id, { message, done });
      this.#put(message);
    });
  }

  close(): void {
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#retry);
    this.link = "closed";
    this.#socket?.close();
  }

  reconnect(): void {
    this.#attempt = 0;
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#connect();
  }

  #hurry = (): void => {
    if (this.link === "lost" && !document.hidden) this.reconnect();
  };

  #put(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN && this.link === "open") this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const query = new URLSearchParams();
    if (this.seat !== undefined) query.set("seat", String(this.seat));
    if (this.#seq >= 0) query.set("since", String(this.#seq));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/socket?${query}`);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#take(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket && this.link !== "closed") this.#dropped(event.code);
    };
  }

  #dropped(code: number): void {
    if (!COME_BACK.has(code)) {
      this.link = "closed";
      return;
    }
    this.link = "lost";
    const delay = DELAYS[Math.min(this.#attempt++, DELAYS.length - 1)] ?? 15000;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  #take(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        return this.#welcome(message);
      case "update":
        return this.#update(message);
      case "ack":
      case "answer":
        return this.#answer(message.id, message);
      case "refused":
        if (message.id === undefined) this.refusal = message;
        else this.#answer(message.id, message);
        return;
      case "pong":
      case "bye":
        return;
    }
  }

  #welcome(message: Welcome): void {
    this.clockOffset = message.now - Date.now() / 1000;
    this.state = message.state;
    this.log = [...this.log.filter((step) => step.seq <= this.#seq), ...message.log];
    this.chat = message.chat;
    this.#seq = message.seq;
    this.#attempt = 0;
    this.link = "open";
    for (const { message: unanswered } of this.#open.values()) this.#put(unanswered);
  }

  #update(message: Update): void {
    if (message.seq !== undefined) {
      if (message.seq <= this.#seq) return;
      if (message.seq !== this.#seq + 1) return this.reconnect();
      this.#seq = message.seq;
    }
    const before = this.state as State;
    const after = merged(before, message.patch);
    this.state = after;
    if (message.chat) this.chat = [...this.chat, message.chat];
    if (message.step) {
      this.log = [...this.log, message.step];
      for (const listener of this.#listeners) listener(message.step, before, after);
    }
  }

  #answer(id: string, reply: Reply): void {
    this.#open.get(id)?.done(reply);
    this.#open.delete(id);
  }
}

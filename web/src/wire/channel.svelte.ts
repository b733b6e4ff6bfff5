// One socket for one seat: it resumes after a dropped connection and resends what was not acknowledged. The server
// recognizes a resent message by its id, so that no move is played twice.
import { applyPatch } from "./patch";
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

export type Connection = "connecting" | "open" | "lost" | "closed";
export type Reply = Ack | Answer | Refused;
type WithoutId<M> = M extends { id: string } ? Omit<M, "id"> : never;
export type ClientRequest = WithoutId<ClientMessage>;
export type StepListener = (step: Step, before: State, after: State) => void;

export const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000, 15000];
/** Close codes after which reconnecting makes sense; any other close is final. */
const RECONNECT_CODES = new Set([4000, 4008, 1001, 1005, 1006, 1011, 1012, 1013]);

export class Channel {
  state = $state.raw<State>();
  log = $state.raw<Step[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  connection = $state<Connection>("connecting");
  /** Why the server closed the socket for good. */
  refusal = $state.raw<Refused>();
  /** The number of moves sent but not yet answered. */
  pendingMoves = $state(0);
  /** The revision of the state at which the last move was sent. */
  lastMoveRev = -1;
  /** The server's clock minus this computer's, in seconds. */
  clockOffset = 0;

  #socket?: WebSocket;
  #seq = -1;
  #attempt = 0;
  #retry?: ReturnType<typeof setTimeout>;
  #counter = 0;
  readonly #idPrefix = Math.random().toString(36).slice(2, 8);
  readonly #unanswered = new Map<string, { message: ClientMessage; resolve: (reply: Reply) => void }>();
  readonly #listeners = new Set<StepListener>();

  constructor(
    readonly game: string,
    readonly seat?: number | "none",
  ) {
    this.#connect();
    addEventListener("online", this.#retryNow);
    document.addEventListener("visibilitychange", this.#retryNow);
  }

  onStep(listener: StepListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  play(move: { action: Action } | { text: string }): Promise<Reply> {
    this.pendingMoves += 1;
    this.lastMoveRev = this.state?.rev ?? 0;
    return this.send({ t: "act", rev: this.lastMoveRev, ...move }).finally(() => {
      this.pendingMoves -= 1;
    });
  }

  /** Send a message. The promise resolves when the server answers, even if the connection drops in the meantime. */
  send(request: ClientRequest): Promise<Reply> {
    this.#counter += 1;
    const id = `${this.#idPrefix}-${this.#counter}`;
    const message = { ...request, id } as ClientMessage;
    return new Promise((resolve) => {
      this.#unanswered.set(id, { message, resolve });
      this.#transmit(message);
    });
  }

  close(): void {
    removeEventListener("online", this.#retryNow);
    document.removeEventListener("visibilitychange", this.#retryNow);
    clearTimeout(this.#retry);
    this.connection = "closed";
    this.#socket?.close();
  }

  reconnect(): void {
    if (this.connection === "closed") this.connection = "lost";
    this.#attempt = 0;
    clearTimeout(this.#retry);
    const previous = this.#socket;
    this.#connect();
    previous?.close();
  }

  #retryNow = (): void => {
    if (this.connection === "lost" && !document.hidden) this.reconnect();
  };

  #transmit(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN && this.connection === "open") {
      this.#socket.send(JSON.stringify(message));
    }
  }

  #connect(): void {
    const query = new URLSearchParams();
    if (this.seat !== undefined) query.set("seat", String(this.seat));
    if (this.#seq >= 0) query.set("since", String(this.#seq));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/socket?${query}`);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket && this.connection !== "closed") this.#dropped(event.code);
    };
  }

  #dropped(code: number): void {
    if (!RECONNECT_CODES.has(code)) {
      this.connection = "closed";
      return;
    }
    this.connection = "lost";
    const delay = RETRY_DELAYS[Math.min(this.#attempt, RETRY_DELAYS.length - 1)];
    this.#attempt += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  #receive(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        this.#welcome(message);
        break;
      case "update":
        this.#update(message);
        break;
      case "ack":
      case "answer":
        this.#resolve(message.id, message);
        break;
      case "refused":
        if (message.id === undefined) this.refusal = message;
        else this.#resolve(message.id, message);
        break;
      case "bye":
        // The log is not what it was: read it from the start.
        if (message.code === "rewound") this.#seq = -1;
        break;
      case "pong":
        break;
    }
  }

  #welcome(message: Welcome): void {
    this.clockOffset = message.now - Date.now() / 1000;
    this.state = message.state;
    const known = message.seq < this.#seq ? [] : this.log.filter((step) => step.seq <= this.#seq);
    this.log = [...known, ...message.log];
    this.chat = message.chat;
    this.#seq = message.seq;
    this.#attempt = 0;
    this.connection = "open";
    for (const { message: unanswered } of this.#unanswered.values()) this.#transmit(unanswered);
  }

  #update(message: Update): void {
    if (message.seq !== undefined) {
      if (message.seq <= this.#seq) return;
      if (message.seq !== this.#seq + 1) {
        this.reconnect();
        return;
      }
      this.#seq = message.seq;
    }
    const before = this.state as State;
    const after = applyPatch(before, message.patch);
    this.state = after;
    if (message.chat) this.chat = [...this.chat, message.chat];
    if (message.step) {
      this.log = [...this.log, message.step];
      for (const listener of this.#listeners) listener(message.step, before, after);
    }
  }

  #resolve(id: string, reply: Reply): void {
    this.#unanswered.get(id)?.resolve(reply);
    this.#unanswered.delete(id);
  }
}

// A game on this screen: one channel for each seat of this person's, what is chosen and lit, and every wish.
import { reason } from "../i18n/refusals";
import { words } from "../i18n";
import { live } from "../ui/notices.svelte";
import { atlas, type Atlas } from "../wire/server.svelte";
import { Channel, type StepListener } from "../wire/channel.svelte";
import { http, WireError } from "../wire/http";
import type { Action, Answer, Cards, HintMove, State } from "../wire/types";

export interface Light {
  routes: readonly number[];
  cities: readonly number[];
}
const DARK: Light = { routes: [], cities: [] };

export class Session {
  channels = $state.raw<Channel[]>([]);
  atlas = $state.raw<Atlas>();
  failure = $state<string>();
  /** The seat whose eyes are open at a shared screen, once its person has said so. */
  opened = $state<number>();
  route = $state<number>();
  technology = $state<string>();
  light = $state.raw<Light>(DARK);
  hints = $state.raw<HintMove[]>();
  /** The card that a hint points at. */
  hinted = $state<string>();
  thinking = $state(false);
  /** Whether the game was over already when this screen came to it. */
  counted = true;

  readonly shared: boolean = $derived(this.channels.length > 1);
  readonly first: Channel | undefined = $derived(this.channels[0]);
  /** Which of this screen's seats has to decide. */
  readonly due: number | undefined = $derived(this.#due());
  readonly channel: Channel | undefined = $derived(
    this.channels.find(
      (channel) => channel.state?.you !== undefined && channel.state.you === (this.opened ?? this.due),
    ) ?? this.first,
  );
  readonly state: State | undefined = $derived(this.channel?.state);
  readonly you: number | undefined = $derived(this.state?.you);
  readonly curtain: boolean = $derived(
    this.shared && this.state?.stage === "playing" && this.due !== undefined && this.due !== this.opened,
  );
  readonly legal = $derived(this.curtain ? undefined : this.state?.legal);
  readonly myTurn: boolean = $derived(
    this.state !== undefined && this.you !== undefined && this.state.deciding.includes(this.you),
  );
  readonly claimable: ReadonlySet<number> = $derived(new Set(Object.keys(this.legal?.claims ?? {}).map(Number)));
  readonly cast = $derived({ facts: this.atlas?.facts, seats: this.state?.seats ?? {} });

  readonly #listeners = new Set<StepListener>();

  constructor(readonly id: string) {}

  #due(): number | undefined {
    const state = this.first?.state;
    if (!state || state.stage !== "playing") return undefined;
    const mine = this.channels.map((channel) => channel.state?.you).filter((seat) => seat !== undefined);
    if (this.opened !== undefined && state.deciding.includes(this.opened)) return this.opened;
    return state.deciding.find((seat) => mine.includes(seat));
  }

  async open(secret?: { kind: "invite" | "seat"; token: string }): Promise<void> {
    try {
      if (secret) await http.enter(this.id, secret.token);
      const state = await http.game(this.id);
      this.#connect(state);
      this.atlas = await atlas(state.map.id, state.map.hash);
    } catch (error) {
      this.failure = error instanceof WireError ? failureText(error) : String(error);
    }
  }

  /** Open the sockets anew, for example after sitting down: a socket looks with the eyes it was opened with. */
  async reopen(): Promise<void> {
    const state = await http.game(this.id);
    this.close();
    this.#connect(state);
  }

  #connect(state: State): void {
    const mine = Object.entries(state.seats)
      .filter(([, seat]) => seat.yours)
      .map(([number]) => Number(number));
    const several = mine.length > 1 && state.stage !== "table";
    this.channels = several ? mine.map((seat) => new Channel(this.id, seat)) : [new Channel(this.id)];
    for (const channel of this.channels) channel.onStep((...step) => this.#tell(channel, ...step));
  }

  onStep(listener: StepListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(channel: Channel, ...step: Parameters<StepListener>): void {
    if (channel !== this.channel) return;
    this.hints = this.hinted = undefined;
    for (const listener of this.#listeners) listener(...step);
  }

  close(): void {
    for (const channel of this.channels) channel.close();
  }

  // ---- wishes ----------------------------------------------------------------------------------

  async play(what: Action | string): Promise<boolean> {
    const channel = this.channel;
    // A second press of the same moment; at the next one a press counts even before the last act is acknowledged.
    if (!channel || (channel.waiting && channel.acted === (channel.state?.rev ?? 0))) return false;
    const { route, technology } = this;
    const reply = await channel.act(typeof what === "string" ? { text: what } : { action: what });
    if (reply.t === "refused") {
      live.show(reason(reply), true);
      return false;
    }
    // What was chosen since, at the next moment, stays.
    if (this.route === route && this.technology === technology) {
      this.route = this.technology = undefined;
      this.light = DARK;
    }
    return true;
  }

  draw = (card: string): Promise<boolean> => this.play({ action: "draw", card });
  claim = (route: number, cards: Cards, keep: boolean): Promise<boolean> =>
    this.play(keep ? { action: "claim", route, cards, keep } : { action: "claim", route, cards });

  async ask(action: Action): Promise<Answer | undefined> {
    const reply = await this.channel?.send({ t: "ask", action });
    return reply?.t === "answer" ? reply : undefined;
  }

  async why(route: number): Promise<Answer | undefined> {
    const reply = await this.channel?.send({ t: "why", route });
    return reply?.t === "answer" ? reply : undefined;
  }

  async opens(): Promise<Record<string, number[]>> {
    const reply = await this.channel?.send({ t: "opens" });
    return reply?.t === "answer" ? (reply.opens ?? {}) : {};
  }

  async hint(): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
    const reply = await this.channel?.send({ t: "hint" });
    this.thinking = false;
    if (reply?.t === "answer") this.hints = reply.hints ?? [];
    else if (reply?.t === "refused") live.show(reason(reply), true);
  }

  async tell(
    body: { t: "undo" } | { t: "resign" } | { t: "agree"; yes: boolean } | { t: "chat"; text: string },
  ): Promise<void> {
    const reply = await this.channel?.send(body);
    if (reply?.t === "refused") live.show(reason(reply), true);
  }

  // ---- what is lit -----------------------------------------------------------------------------

  lightUp(routes: readonly number[], cities: readonly number[] = []): void {
    this.light = { routes, cities };
  }

  lightOut(): void {
    this.hinted = undefined;
    this.light = DARK;
  }
}

function failureText(error: WireError): string {
  const t = words.t;
  return { no_secret: t.byInvitation, not_found: t.noGame, offline: t.offline }[error.code] ?? error.message;
}

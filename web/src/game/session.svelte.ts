// A game on this screen: one channel for each seat of this person, the current selection, and every request.
import { translations } from "../i18n";
import { withLocalNames } from "../i18n/players";
import { explain, explainError } from "../i18n/refusals";
import { notices } from "../ui/notices.svelte";
import { Channel, type ClientRequest, type StepListener } from "../wire/channel.svelte";
import { http, WireError } from "../wire/http";
import { loadMap, type MapData } from "../wire/maps";
import type { Action, Answer, Cards, HintMove, State, UndoScope } from "../wire/types";

/** What is highlighted on the board. */
export interface Highlight {
  routes: readonly number[];
  cities: readonly number[];
}
const NOTHING: Highlight = { routes: [], cities: [] };

export class Session {
  channels = $state.raw<Channel[]>([]);
  map = $state.raw<MapData>();
  failure = $state<string>();
  /** In pass and play, the seat whose player has confirmed holding the device. */
  confirmedSeat = $state<number>();
  route = $state<number>();
  technology = $state<string>();
  highlight = $state.raw<Highlight>(NOTHING);
  hints = $state.raw<HintMove[]>();
  /** The card that the selected hint draws. */
  hintedCard = $state<string>();
  thinking = $state(false);
  /** In pass and play, an undo of other players' moves that waits for confirmation. */
  undoToConfirm = $state.raw<UndoScope>();
  /** How many chat messages this player has seen, and the one that is being written. */
  readMessages = $state(0);
  draft = $state("");
  /** The tickets that are chosen so far, by their positions, and the offer that they are chosen from. */
  ticketChoice = $state.raw<{ offer: string; positions: readonly number[] }>({ offer: "", positions: [] });
  /** Whether the final scoring was over before this screen opened the game. */
  alreadyScored = true;

  readonly passAndPlay: boolean = $derived(this.channels.length > 1);
  readonly firstChannel: Channel | undefined = $derived(this.channels[0]);
  /** The seat on this screen that has to decide. */
  readonly decidingSeat: number | undefined = $derived(this.#decidingSeat());
  readonly channel: Channel | undefined = $derived(this.#activeChannel());
  readonly state: State | undefined = $derived(
    this.channel?.state && withLocalNames(this.channel.state, translations.t.playerName),
  );
  readonly you: number | undefined = $derived(this.state?.you);
  /** Whether the device has to be passed to another player, so that no hand may show. */
  readonly passingDevice: boolean = $derived(
    this.passAndPlay && this.state?.stage === "playing" && this.confirmedSeat === undefined,
  );
  /** The next player on this device, once the turn of the player who holds it is over. */
  readonly nextPlayer: number | undefined = $derived(
    this.passAndPlay && this.confirmedSeat !== undefined && this.decidingSeat !== this.confirmedSeat
      ? this.decidingSeat
      : undefined,
  );
  readonly legal = $derived(this.passingDevice ? undefined : this.state?.legal);
  readonly myTurn: boolean = $derived(this.you !== undefined && (this.state?.deciding.includes(this.you) ?? false));
  readonly claimable: ReadonlySet<number> = $derived(new Set(Object.keys(this.legal?.claims ?? {}).map(Number)));
  /** Whether a move waits for the server's answer. */
  readonly busy: boolean = $derived((this.channel?.pendingMoves ?? 0) > 0);

  readonly unread: boolean = $derived((this.channel?.chat.length ?? 0) > this.readMessages);

  readonly #listeners = new Set<StepListener>();
  /** Whether a hint was asked for at the end of a turn, so that it is due at the next one. */
  #hintWanted = false;

  constructor(readonly id: string) {}

  /**
   * The state to follow: that of the player who holds the device, since another channel may already show the end of a
   * turn whose last card has not arrived here; otherwise the newest.
   */
  #currentState(): State | undefined {
    const states = this.channels.map((channel) => channel.state);
    const own = states.find((state) => state?.you !== undefined && state.you === this.confirmedSeat);
    return (
      own ?? states.reduce((newest, state) => ((state?.rev ?? -1) > (newest?.rev ?? -1) ? state : newest), states[0])
    );
  }

  #decidingSeat(): number | undefined {
    const state = this.#currentState();
    if (state?.stage !== "playing") return undefined;
    if (this.confirmedSeat !== undefined && state.deciding.includes(this.confirmedSeat)) return this.confirmedSeat;
    const mine = this.channels.map((channel) => channel.state?.you);
    return state.deciding.find((seat) => mine.includes(seat));
  }

  #activeChannel(): Channel | undefined {
    const seat = this.confirmedSeat ?? this.decidingSeat;
    const own = seat === undefined ? undefined : this.channels.find((channel) => channel.state?.you === seat);
    return own ?? this.firstChannel;
  }

  async open(token?: string): Promise<void> {
    try {
      if (token) await http.enter(this.id, token);
      const state = await http.game(this.id);
      this.#connect(state);
      this.map = await loadMap(state.map.id, state.map.hash, translations.wanted);
    } catch (error) {
      this.failure = failureText(error);
    }
  }

  /** Reconnect after taking or leaving a seat: a socket keeps the view it was opened with. */
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
    for (const channel of this.channels) channel.onStep((...step) => this.#notify(channel, ...step));
  }

  onStep(listener: StepListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(channel: Channel, ...step: Parameters<StepListener>): void {
    if (channel !== this.channel) return;
    this.hints = undefined;
    this.hintedCard = undefined;
    for (const listener of this.#listeners) listener(...step);
    if (this.#hintWanted && this.myTurn) void this.requestHints();
  }

  /** Hide the hand of the player who holds the device, together with all that was said to them. */
  hideHand(): void {
    this.confirmedSeat = undefined;
    this.route = undefined;
    this.technology = undefined;
    this.hints = undefined;
    this.#hintWanted = false;
    this.clearHighlight();
    notices.clear();
  }

  close(): void {
    for (const channel of this.channels) channel.close();
  }

  // ---- requests --------------------------------------------------------------------------------

  async play(move: Action | string): Promise<boolean> {
    const { channel, route, technology } = this;
    // A second click at the same revision is ignored; at the next one a click counts, even unacknowledged.
    if (!channel || (channel.pendingMoves && channel.lastMoveRev === (channel.state?.rev ?? 0))) return false;
    const reply = await channel.play(typeof move === "string" ? { text: move } : { action: move });
    if (reply.t === "refused") {
      notices.showError(explain(reply));
      return false;
    }
    // Keep a selection that was made while the move was under way.
    if (this.route === route && this.technology === technology) {
      this.route = undefined;
      this.technology = undefined;
      this.clearHighlight();
    }
    return true;
  }

  draw = (card: string): Promise<boolean> => this.play({ action: "draw", card });

  claim = (route: number, cards: Cards, keep: boolean): Promise<boolean> =>
    this.play(keep ? { action: "claim", route, cards, keep } : { action: "claim", route, cards });

  /** Ask whether an action would be legal. */
  ask = async (action: Action): Promise<Answer | undefined> => {
    const reply = await this.channel?.send({ t: "ask", action });
    return reply?.t === "answer" ? reply : undefined;
  };

  /** Ask why a route cannot be claimed. */
  async whyNot(route: number): Promise<Answer | undefined> {
    const reply = await this.channel?.send({ t: "why", route });
    return reply?.t === "answer" ? reply : undefined;
  }

  /** Ask which routes each technology on sale would open. */
  async openedRoutes(): Promise<Record<string, number[]>> {
    const reply = await this.channel?.send({ t: "opens" });
    return reply?.t === "answer" ? (reply.opens ?? {}) : {};
  }

  async requestHints(): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
    this.#hintWanted = false;
    const { channel } = this;
    const reply = await channel?.send({ t: "hint" });
    this.thinking = false;
    if (channel !== this.channel) return; // the device was passed on: the hints are another player's
    if (reply?.t === "answer") this.hints = reply.hints ?? [];
    // A hint asked for while the last card of a turn was on its way is for the next decision.
    else if (reply?.t === "refused" && reply.code === "not_your_turn") await this.#askLater();
    else if (reply?.t === "refused") notices.showError(explain(reply));
  }

  async #askLater(): Promise<void> {
    if (this.myTurn) await this.requestHints();
    else this.#hintWanted = true;
  }

  /** Take moves back. On a shared device this may take back those of others, so that it must be confirmed first. */
  async requestUndo(): Promise<void> {
    const undo = this.state?.can_undo;
    if (this.passAndPlay && undo?.seats.some((seat) => seat !== this.you)) this.undoToConfirm = undo;
    else await this.send({ t: "undo" });
  }

  async confirmUndo(): Promise<void> {
    this.undoToConfirm = undefined;
    await this.send({ t: "undo" });
  }

  async send(message: ClientRequest): Promise<void> {
    const reply = await this.channel?.send(message);
    if (reply?.t === "refused") notices.showError(explain(reply));
  }

  // ---- highlights ------------------------------------------------------------------------------

  highlightOn(routes: readonly number[], cities: readonly number[] = []): void {
    this.highlight = { routes, cities };
  }

  clearHighlight(): void {
    this.hintedCard = undefined;
    this.highlight = NOTHING;
  }
}

function failureText(error: unknown): string {
  const { t } = translations;
  const texts: Record<string, string> = { no_secret: t.privateGame, not_found: t.noGame, offline: t.offline };
  return (error instanceof WireError ? texts[error.code] : undefined) ?? explainError(error);
}

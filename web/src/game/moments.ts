// What a step of a game means to the player who watches it: what is heard, shown and announced besides the log line.
import { joinAnd, translations } from "../i18n";
import { type Context, narrate, ticketName } from "../i18n/narration";
import type { Sound } from "../ui/sound";
import type { State, Step } from "../wire/types";
import { statusOf } from "./status";

/** Something that is worth a notice: the player's own ticket, the last round, a longest path that changes hands. */
export interface Moment {
  sound: Sound;
  text: string;
}

const madeTickets = (state: State): number[] =>
  Object.entries(state.tickets ?? {})
    .filter(([, help]) => help.status === "made")
    .map(([ticket]) => Number(ticket));

/** Return the seat that alone has the longest path, if there is one. */
function pathLeader(state: State): string | undefined {
  const leaders = Object.keys(state.seats).filter((seat) => state.seats[seat]!.longest);
  return leaders.length === 1 ? leaders[0] : undefined;
}

export function momentsOf(before: State, after: State, { facts }: Context): Moment[] {
  const { t } = translations;
  const moments: Moment[] = [];
  const known = new Set(Object.keys(before.tickets ?? {}).map(Number));
  const madeBefore = new Set(madeTickets(before));
  for (const ticket of madeTickets(after)) {
    if (!known.has(ticket) || madeBefore.has(ticket)) continue;
    const points = facts.tickets[ticket]?.points ?? 0;
    moments.push({ sound: "ticket", text: t.ticketDone(ticketName(ticket, facts), points) });
  }
  if (before.last_turns === undefined && after.last_turns !== undefined && after.stage === "playing") {
    moments.push({ sound: "lastRound", text: t.lastRound(after.last_turns) });
  }
  const leader = pathLeader(after);
  if (leader !== undefined && pathLeader(before) !== undefined && pathLeader(before) !== leader) {
    const { name, path } = after.seats[leader]!;
    moments.push({ sound: "path", text: t.longestPathTaken(name, path ?? 0) });
  }
  return moments;
}

/** Return the sound of a step; that of a special moment comes first. */
export function soundOf(step: Step, moments: readonly Moment[]): Sound | undefined {
  if (moments.length) return moments[0]!.sound;
  if (step.events.some((event) => event.event === "claimed")) return "claim";
  return step.events.some((event) => event.event === "drew blind" || event.event === "drew face up")
    ? "card"
    : undefined;
}

/** Return what a screen reader says about a step: what happened, and what the player has to do next. */
export function announcementOf(step: Step, before: State, after: State, context: Context): string {
  const sentences = [...narrate(step, context)];
  sentences.push(...momentsOf(before, after, context).map(({ text }) => `${text}.`));
  if (after.stage === "over" && after.result) sentences.push(resultText(after));
  else if (asksForDecision(before, after)) sentences.push(`${statusOf(after).title}.`);
  return sentences.join(" ");
}

/** Whether the player has to decide something now that was not to be decided before. */
function asksForDecision(before: State, after: State): boolean {
  const mine = (state: State): boolean => state.you !== undefined && state.deciding.includes(state.you);
  return mine(after) && (!mine(before) || before.phase !== after.phase || before.turn !== after.turn);
}

function resultText({ result, seats }: State): string {
  const { t } = translations;
  const winners = joinAnd(result!.winners.map((seat) => seats[seat]?.name ?? ""));
  const totals = result!.seats.map(({ seat, total }) => t.labeled(seats[seat]?.name ?? "", t.points(total)));
  return `${t.wins(winners, result!.winners.length)}. ${joinAnd(totals)}.`;
}

/** Return what happened since the last own step of a player, who did not see it. */
export function sinceLastTurn(log: readonly Step[], you: number | undefined, context: Context): string {
  const missed = log.slice(log.findLastIndex((step) => step.seat === you) + 1);
  return missed.flatMap((step) => narrate(step, context)).join(" ");
}

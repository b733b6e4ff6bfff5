// What a lesson or an advice is about, as players read it.
import { translations } from "../i18n";
import { ticketName } from "../i18n/narration";
import type { Facts } from "../wire/types";
import type { Subject } from "./texts";

interface About {
  route?: number;
  ticket?: number;
  technology?: string;
}

export function subjectOf({ route, ticket, technology }: About, facts: Facts): Subject {
  const fact = route === undefined ? undefined : facts.routes[route];
  return {
    route: fact?.name ?? "",
    ticket: ticket === undefined ? "" : ticketName(ticket, facts),
    technology: technology === undefined ? "" : translations.phrase(technology),
    spaces: fact?.length ?? 0,
    wheels: fact?.ferry ?? 0,
    facts,
  };
}

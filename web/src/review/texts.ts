// The texts of a review in both languages. They are loaded with the review only.
import { type Language, translations } from "../i18n";
import type { Decision, ReviewReason } from "../wire/types";

export interface ReviewTexts {
  title: string;
  ask: string;
  about: string;
  waiting: (before: number) => string;
  running: string;
  failed: string;
  labels: Record<Decision["label"], string>;
  accuracy: string;
  chanceOverGame: (name: string) => string;
  luck: string;
  luckIs: (points: string, error: string) => string;
  luckAbout: string;
  costly: string;
  nothingCostly: string;
  turningPoint: string;
  turn: (turn: number) => string;
  lucky: (change: string) => string;
  played: string;
  better: string;
  costs: (chance: string, points: string) => string;
  uncertain: (chance: string, points: string) => string;
  tryAgain: string;
  tryAgainAbout: string;
  points: (points: number) => string;
  items: Record<string, string>;
  /** Why a move was worse, by the kind of the reason. */
  reasons: Record<ReviewReason["kind"], (facts: ReasonFacts) => string>;
}

/** What a sentence may be about, already in the reader's language. */
export interface ReasonFacts {
  route: string;
  ticket: string;
  who: string;
  card: string;
  item: string;
  number: number;
  share: string;
  bestShare: string;
  points: string;
}

const en: ReviewTexts = {
  title: "Review",
  ask: "Review this game",
  about: "The server judges every decision by what its player knew. This takes up to about a minute.",
  waiting: (before) => (before ? `Waiting for ${before} other ${before === 1 ? "review" : "reviews"}` : "Next in line"),
  running: "Judging every decision…",
  failed: "The review failed.",
  labels: {
    best: "Best",
    good: "Good",
    inaccuracy: "Inaccuracy",
    mistake: "Mistake",
    blunder: "Blunder",
  },
  accuracy: "Accuracy",
  chanceOverGame: (name) => `${name}: chance of winning, with a mark at each costly decision`,
  luck: "Luck",
  luckIs: (points, error) => `${points} ± ${error} points`,
  luckAbout: "What the decks gave, compared with the average. It does not affect accuracy.",
  costly: "Costly decisions",
  nothingCostly: "No decision clearly cost anything.",
  turningPoint: "turning point",
  turn: (turn) => (turn > 0 ? `Turn ${turn}` : "First tickets"),
  lucky: (change) => `The deck changed the chance of winning by ${change}.`,
  played: "Played",
  better: "Better",
  costs: (chance, points) => `Lost: ${chance} chance of winning, ${points}.`,
  uncertain: (chance, points) => `± ${chance}, ± ${points}`,
  tryAgain: "Try again from here",
  tryAgainAbout: "A practice game from this moment, against bots. What nobody has seen yet is dealt again.",
  points: (points) => `${points} ${points === 1 ? "point" : "points"}`,
  items: {
    routes: "routes",
    "longest path": "the longest path",
    districts: "districts",
    flags: "flags",
    technologies: "technologies",
  },
  reasons: {
    wilds_spent: ({ route, number }) =>
      `${route} could have been paid with ${number === 1 ? "1 wild" : `${number} wilds`} fewer.`,
    color_on_table: ({ route, number, card }) =>
      `${number === 1 ? "1 wild" : `${number} wilds`} spent on ${route}, while ${card} lay in the market.`,
    rival_takes: ({ who, route, share }) => `${who} takes ${route} in ${share} of the continuations if you leave it.`,
    ticket_costs: ({ ticket, share }) =>
      `${ticket} costs more than it brings: it is completed in ${share} of the continuations.`,
    ticket_worth: ({ ticket, bestShare }) =>
      `${ticket} was worth keeping: it can be completed in ${bestShare} of the continuations.`,
    tickets_cost: ({ points }) => `New tickets cost more than they bring here: ${points} on average.`,
    tickets_pay: ({ points }) => `There is time for new tickets: they bring ${points} on average.`,
    ends_early: ({ number }) =>
      `The game ends about ${number === 1 ? "1 turn" : `${number} turns`} sooner, before your plan is complete.`,
    ends_late: ({ number }) =>
      `The game lasts about ${number === 1 ? "1 turn" : `${number} turns`} longer, which helps the others.`,
    ticket_fails: ({ ticket, share, bestShare }) =>
      `${ticket} is completed in ${share} of the continuations instead of ${bestShare}.`,
    rival_gains: ({ who, points }) => `It leaves ${who} ${points} more on average.`,
    fewer_points: ({ points, item }) => `It scores ${points} less for ${item} on average.`,
    on_average: ({ points }) => `It scores ${points} less on average.`,
    wins_less: () => "It wins less often, although it scores as many points.",
  },
};

const fr: ReviewTexts = {
  title: "Analyse",
  ask: "Analyser cette partie",
  about: "Le serveur juge chaque décision avec ce que son joueur savait. Cela prend jusqu’à une minute environ.",
  waiting: (before) => (before ? `${before} avant celle-ci` : "La prochaine"),
  running: "Chaque décision est jugée…",
  failed: "L’analyse n’a pas pu être faite.",
  labels: {
    best: "Meilleur coup",
    good: "Bon coup",
    inaccuracy: "Imprécision",
    mistake: "Erreur",
    blunder: "Gaffe",
  },
  accuracy: "Précision",
  chanceOverGame: (name) => `${name} : chance de gagner, avec une marque là où elle a baissé`,
  luck: "Chance au tirage",
  luckIs: (points, error) => `${points} ± ${error} points`,
  luckAbout: "Ce que les pioches ont donné, par rapport à l’attente. La précision n’en dépend pas.",
  costly: "Ce qui a coûté le plus",
  nothingCostly: "Aucune décision n’a fait perdre quelque chose de certain.",
  turningPoint: "tournant",
  turn: (turn) => (turn > 0 ? `Tour ${turn}` : "Premiers billets"),
  lucky: (change) => `La pioche a changé la chance de gagner de ${change}.`,
  played: "Joué",
  better: "Mieux",
  costs: (chance, points) => `Perdu : ${chance} de chance de gagner, ${points}.`,
  uncertain: (chance, points) => `± ${chance}, ± ${points}`,
  tryAgain: "Réessayer à partir d’ici",
  tryAgainAbout:
    "Une partie d’entraînement à partir de ce moment, contre des robots. Ce que personne n’a encore vu est redistribué.",
  points: (points) => `${points.toLocaleString("fr")} ${Math.abs(points) < 2 ? "point" : "points"}`,
  items: {
    routes: "les routes",
    "longest path": "le plus long chemin",
    districts: "les quartiers",
    flags: "les drapeaux",
    technologies: "les technologies",
  },
  reasons: {
    wilds_spent: ({ route, number }) =>
      `${route} pouvait être payée avec ${number === 1 ? "1 joker" : `${number} jokers`} de moins.`,
    color_on_table: ({ route, number, card }) =>
      `${number === 1 ? "1 joker dépensé" : `${number} jokers dépensés`} pour ${route}, alors que la couleur (${card}) était visible.`,
    rival_takes: ({ who, route, share }) => `${who} prend ${route} dans ${share} des suites si vous la laissez.`,
    ticket_costs: ({ ticket, share }) =>
      `${ticket} coûte plus qu’il ne rapporte : il est réussi dans ${share} des suites.`,
    ticket_worth: ({ ticket, bestShare }) =>
      `${ticket} valait la peine d’être gardé : il peut être réussi dans ${bestShare} des suites.`,
    tickets_cost: ({ points }) => `De nouveaux billets coûtent ici plus qu’ils ne rapportent : ${points} en moyenne.`,
    tickets_pay: ({ points }) => `Il reste du temps pour de nouveaux billets : ils rapportent ${points} en moyenne.`,
    ends_early: ({ number }) =>
      `La partie finit environ ${number === 1 ? "1 tour" : `${number} tours`} plus tôt, avant que votre plan soit construit.`,
    ends_late: ({ number }) =>
      `La partie dure environ ${number === 1 ? "1 tour" : `${number} tours`} de plus, ce qui aide les autres.`,
    ticket_fails: ({ ticket, share, bestShare }) =>
      `${ticket} est réussi dans ${share} des suites au lieu de ${bestShare}.`,
    rival_gains: ({ who, points }) => `Cela laisse ${points} de plus à ${who} en moyenne.`,
    fewer_points: ({ points, item }) => `Cela rapporte ${points} de moins pour ${item} en moyenne.`,
    on_average: ({ points }) => `Cela rapporte ${points} de moins en moyenne.`,
    wins_less: () => "Cela gagne moins souvent, avec autant de points.",
  },
};

export const texts: Record<Language, ReviewTexts> = { en, fr };

export const reviewTexts = (): ReviewTexts => texts[translations.language];

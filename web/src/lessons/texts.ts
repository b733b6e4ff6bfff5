// The texts of the lessons and of the tour's advice in both languages. They are loaded with these pages only.
import { joinOr, type Language, translations } from "../i18n";
import type { Facts } from "../wire/types";

/** What a question names, as players read it. */
export interface Subject {
  route: string;
  ticket: string;
  technology: string;
  /** The spaces of the route, and its wheels if it is a ferry. */
  spaces: number;
  wheels: number;
  facts: Facts;
}

interface TopicTexts {
  title: string;
  question: (subject: Subject) => string;
  why: (subject: Subject) => string;
}

export interface LessonTexts {
  title: string;
  about: string;
  tour: string;
  tourAbout: string;
  tourDone: string;
  startTour: string;
  continueTour: string;
  again: string;
  basics: (map: string) => string;
  rulesOf: (map: string) => string;
  score: (done: number, total: number) => string;
  right: string;
  wrong: string;
  notThat: string;
  done: string;
  next: string;
  back: string;
  allDone: string;
  play: string;
  none: string;
  topics: Record<string, TopicTexts>;
  advice: Record<string, (subject: Subject, move: string) => string>;
  adviceTitle: string;
  playing: { title: string; text: string };
  waiting: string;
  won: { title: string; text: (points: number, other: number) => string };
  lost: { title: string; text: (points: number, other: number) => string };
  lessonsNext: string;
}

const flagColors = (facts: Facts): string =>
  joinOr((facts.flag?.colors ?? []).map((color) => translations.t.routeColor(color)));

const en: LessonTexts = {
  title: "Lessons",
  about: "One rule, one decision. Every position comes from a real game; the rules of the game judge your answer.",
  tour: "First game",
  tourAbout: "A short game with an explanation at every step, against a gentle bot. No rules needed before.",
  tourDone: "Played to the end.",
  startTour: "Learn by playing",
  continueTour: "Continue the game",
  again: "Play it again",
  basics: (map) => `The basics, on ${map}`,
  rulesOf: (map) => `The rules of ${map}`,
  score: (done, total) => `${done} of ${total} lessons done`,
  right: "Right!",
  wrong: "Not allowed:",
  notThat: "Allowed, but not what is asked for. Try another.",
  done: "done",
  next: "Next lesson",
  back: "All lessons",
  allDone: "That was the last lesson. You know every rule.",
  play: "Play a game",
  none: "No lessons are installed.",
  topics: {
    ticket: {
      title: "Completing a ticket",
      question: ({ ticket }) => `You hold the ticket ${ticket}. Which claim completes it?`,
      why: () =>
        "A ticket is complete as soon as your own routes connect its two places, by any detour. It adds its points at the end; an incomplete one subtracts them.",
    },
    wild: {
      title: "Paying with wilds",
      question: ({ route, spaces }) =>
        `You want to claim ${route}, which has ${spaces} spaces of one color. How can you pay?`,
      why: () => "A wild stands for a card of the route’s color. Cards of another color never do.",
    },
    gray: {
      title: "Gray routes",
      question: ({ route, spaces }) => `${route} is gray and has ${spaces} spaces. How can you pay?`,
      why: () => "A gray route takes any color, but all its cards must have the same color. Wilds help here too.",
    },
    "second card": {
      title: "The second card",
      question: () => "You have drawn one card of this turn. Which card can you not take now?",
      why: () =>
        "A face-up wild counts as two cards, so it can only be the first and only card of a turn. A wild from the deck is a card like any other.",
    },
    "long routes": {
      title: "Long routes score more",
      question: () => "Which of these claims scores the most points?",
      why: ({ facts }) =>
        `Points grow faster than spaces: ${Object.entries(facts.route_points)
          .map(([spaces, points]) => `${spaces} → ${points}`)
          .join(", ")}. Each route is one turn, so long ones are worth the wait.`,
    },
    double: {
      title: "Double routes",
      question: () => "You have the cards for all of these. Which route can no longer be claimed?",
      why: ({ facts }) =>
        `With fewer than ${facts.both_tracks_from} players, one claimed track of a double route closes the other. Nobody ever owns both.`,
    },
    "last round": {
      title: "The last round",
      question: () => "Which of these claims starts the last round?",
      why: ({ facts }) =>
        `When a player ends a turn with ${translations.t.pieces(facts.last_round_at, facts.piece)} or fewer, everyone takes one last turn. Start it when you are ahead.`,
    },
    "longest path": {
      title: "The longest path",
      question: () => "Which claim makes your longest path longer?",
      why: ({ facts }) =>
        `The longest continuous path scores ${facts.longest_path} points at the end. It may pass through a place twice, but uses each route once: a route beside it, or a branch, does not make it longer.`,
    },
    districts: {
      title: "Districts",
      question: () => "Which claim completes a district?",
      why: () =>
        "A district is complete when your routes connect all of its places. At the end it earns its number in points.",
    },
    "flag card": {
      title: "A card for the flag",
      question: () => "Which claim brings you a new color for the flag?",
      why: ({ facts }) =>
        `After claiming a ${flagColors(facts)} route you may keep one card of that color, if you have none of it yet. A wild cannot be kept, so a route paid with wilds only brings nothing.`,
    },
    flag: {
      title: "Finishing the flag",
      question: () => "Which claim finishes your flag?",
      why: ({ facts }) =>
        `Once you have kept every color of the flag, you score ${facts.flag?.points ?? 0} points and start over. The last color must come from a card you pay, and you must keep it.`,
    },
    regions: {
      title: "Concessions",
      question: ({ route }) => `You want to claim ${route}. Which technology do you need?`,
      why: () =>
        "At first you may only build in one part of the map. A route that ends elsewhere needs the concession for that region; a route between two regions needs both.",
    },
    lengths: {
      title: "Longer routes",
      question: ({ route, spaces }) => `${route} has ${spaces} spaces. Which technology do you need?`,
      why: () =>
        "At first only short routes can be claimed. Each technology opens some lengths, and none replaces another.",
    },
    ferries: {
      title: "Ferries",
      question: ({ route }) => `${route} is a ferry. Which technology do you still need?`,
      why: () => "Ferries are claimed like other routes, once you own the technology for them and for the region.",
    },
    "ferry payment": {
      title: "Paying for a ferry",
      question: ({ route, spaces, wheels }) =>
        `The ferry ${route} has ${spaces} spaces, ${wheels} of them with a wheel. How can you pay?`,
      why: () => "Each wheel takes a wild. The other spaces are paid as usual: with one color, or more wilds.",
    },
    "cards for a wild": {
      title: "Cards instead of a wild",
      question: ({ technology }) => `You have no wild. How can you pay for ${technology}?`,
      why: ({ facts }) => `Any ${facts.cards_per_wild} cards stand for one wild, wherever a wild is paid.`,
    },
  },
  adviceTitle: "Advice",
  advice: {
    tickets: (_, move) => `${move}. It brings the most points for the pieces it takes.`,
    "ticket route": ({ ticket }, move) => `${move}. It is on the way of your ticket ${ticket}.`,
    technology: ({ route }, move) => `${move}. ${route} needs it.`,
    points: (_, move) => `${move}. Your cards are worth the most points there.`,
    "last turn": (_, move) => `${move}. It is the last turn: take every point.`,
    collect: ({ route }, move) => `${move}. It helps to pay for ${route}.`,
    cards: (_, move) => `${move}. The color you need is not on the table.`,
    only: (_, move) => `${move}. There is nothing else to do.`,
  },
  playing: {
    title: "Play on to the end",
    text: "You know enough. Finish the game: the advice below follows your tickets, and you may do better.",
  },
  waiting: "Wait for your turn.",
  won: {
    title: "You won!",
    text: (points, other) => `${points} points to ${other}. The lessons explain the rules that each map adds.`,
  },
  lost: {
    title: "The game is over",
    text: (points, other) =>
      `${points} points to ${other}. Next time, complete your tickets early. The lessons explain the rules that each map adds.`,
  },
  lessonsNext: "Go to the lessons",
};

const fr: LessonTexts = {
  title: "Leçons",
  about:
    "Une règle, une décision. Chaque position vient d’une vraie partie ; ce sont les règles du jeu qui jugent votre réponse.",
  tour: "Première partie",
  tourAbout: "Une courte partie expliquée pas à pas, contre un robot facile. Aucune règle à connaître avant.",
  tourDone: "Jouée jusqu’au bout.",
  startTour: "Apprendre en jouant",
  continueTour: "Continuer la partie",
  again: "La rejouer",
  basics: (map) => `Les bases, sur ${map}`,
  rulesOf: (map) => `Les règles de la carte ${map}`,
  score: (done, total) => `${done} leçons sur ${total} faites`,
  right: "Juste !",
  wrong: "Ce n’est pas permis :",
  notThat: "C’est permis, mais ce n’est pas ce qui est demandé. Essayez autre chose.",
  done: "faite",
  next: "Leçon suivante",
  back: "Toutes les leçons",
  allDone: "C’était la dernière leçon. Vous connaissez toutes les règles.",
  play: "Jouer une partie",
  none: "Aucune leçon n’est installée.",
  topics: {
    ticket: {
      title: "Réussir un billet",
      question: ({ ticket }) => `Vous avez le billet ${ticket}. Quelle route le réussit ?`,
      why: () =>
        "Un billet est réussi dès que vos propres routes relient ses deux lieux, quel que soit le détour. Il ajoute ses points à la fin ; un billet manqué les retire.",
    },
    wild: {
      title: "Payer avec des jokers",
      question: ({ route, spaces }) =>
        `Vous voulez prendre ${route}, qui a ${spaces} cases d’une couleur. Comment payer ?`,
      why: () => "Un joker remplace une carte de la couleur de la route. Une carte d’une autre couleur, jamais.",
    },
    gray: {
      title: "Les routes grises",
      question: ({ route, spaces }) => `${route} est grise et a ${spaces} cases. Comment payer ?`,
      why: () =>
        "Une route grise accepte toute couleur, mais toutes ses cartes doivent être de la même. Les jokers aident ici aussi.",
    },
    "second card": {
      title: "La deuxième carte",
      question: () => "Vous avez pris une carte ce tour. Laquelle ne pouvez-vous plus prendre ?",
      why: () =>
        "Un joker visible compte pour deux cartes : il ne peut être que la première et seule carte d’un tour. Un joker pioché est une carte comme une autre.",
    },
    "long routes": {
      title: "Les longues routes valent plus",
      question: () => "Laquelle de ces routes marque le plus de points ?",
      why: ({ facts }) =>
        `Les points croissent plus vite que les cases : ${Object.entries(facts.route_points)
          .map(([spaces, points]) => `${spaces} → ${points}`)
          .join(", ")}. Chaque route prend un tour : les longues valent l’attente.`,
    },
    double: {
      title: "Les routes doubles",
      question: () => "Vous avez les cartes pour toutes. Quelle route ne peut plus être prise ?",
      why: ({ facts }) =>
        `À moins de ${facts.both_tracks_from} joueurs, une voie prise ferme l’autre voie d’une route double. Personne n’a jamais les deux.`,
    },
    "last round": {
      title: "Le dernier tour",
      question: () => "Laquelle de ces routes déclenche le dernier tour ?",
      why: ({ facts }) =>
        `Quand un joueur finit son tour avec ${translations.t.pieces(facts.last_round_at, facts.piece)} ou moins, chacun joue un dernier tour. Déclenchez-le quand vous êtes en tête.`,
    },
    "longest path": {
      title: "Le plus long chemin",
      question: () => "Quelle route allonge votre plus long chemin ?",
      why: ({ facts }) =>
        `Le plus long chemin continu marque ${facts.longest_path} points à la fin. Il peut repasser par un lieu, mais jamais par une route : une route à côté, ou une branche, ne l’allonge pas.`,
    },
    districts: {
      title: "Les quartiers",
      question: () => "Quelle route complète un quartier ?",
      why: () =>
        "Un quartier est complet quand vos routes relient tous ses lieux. À la fin, il rapporte son numéro en points.",
    },
    "flag card": {
      title: "Une carte pour le drapeau",
      question: () => "Quelle prise vous apporte une nouvelle couleur du drapeau ?",
      why: ({ facts }) =>
        `Après avoir pris une route de couleur ${flagColors(facts)}, vous pouvez garder une carte de cette couleur si vous n’en avez pas encore. Un joker ne se garde pas : une route payée en jokers n’apporte rien.`,
    },
    flag: {
      title: "Finir le drapeau",
      question: () => "Quelle prise termine votre drapeau ?",
      why: ({ facts }) =>
        `Quand vous avez gardé chaque couleur du drapeau, vous marquez ${facts.flag?.points ?? 0} points et recommencez. La dernière couleur doit venir d’une carte payée, et il faut la garder.`,
    },
    regions: {
      title: "Les concessions",
      question: ({ route }) => `Vous voulez prendre ${route}. Quelle technologie vous faut-il ?`,
      why: () =>
        "Au début, vous ne construisez que dans une partie de la carte. Une route qui finit ailleurs demande la concession de cette région ; entre deux régions, les deux.",
    },
    lengths: {
      title: "Des routes plus longues",
      question: ({ route, spaces }) => `${route} a ${spaces} cases. Quelle technologie vous faut-il ?`,
      why: () =>
        "Au début, seules les routes courtes peuvent être prises. Chaque technologie ouvre certaines longueurs, et aucune n’en remplace une autre.",
    },
    ferries: {
      title: "Les ferries",
      question: ({ route }) => `${route} est un ferry. Quelle technologie vous manque-t-il encore ?`,
      why: () =>
        "Un ferry se prend comme une autre route, une fois que vous avez la technologie des ferries et celle de la région.",
    },
    "ferry payment": {
      title: "Payer un ferry",
      question: ({ route, spaces, wheels }) =>
        `Le ferry ${route} a ${spaces} cases, dont ${wheels} avec une roue. Comment payer ?`,
      why: () =>
        "Chaque roue demande un joker. Les autres cases se paient comme d’habitude : une couleur, ou des jokers.",
    },
    "cards for a wild": {
      title: "Des cartes au lieu d’un joker",
      question: ({ technology }) => `Vous n’avez pas de joker. Comment payer ${technology} ?`,
      why: ({ facts }) =>
        `${facts.cards_per_wild} cartes quelconques remplacent un joker, partout où un joker est demandé.`,
    },
  },
  adviceTitle: "Conseil",
  advice: {
    tickets: (_, move) => `${move}. C’est le plus de points pour le moins de pièces.`,
    "ticket route": ({ ticket }, move) => `${move}. C’est sur le chemin de votre billet ${ticket}.`,
    technology: ({ route }, move) => `${move}. ${route} la demande.`,
    points: (_, move) => `${move}. Vos cartes y valent le plus de points.`,
    "last turn": (_, move) => `${move}. C’est le dernier tour : chaque point compte.`,
    collect: ({ route }, move) => `${move}. Cela aide à payer ${route}.`,
    cards: (_, move) => `${move}. La couleur qu’il vous faut n’est pas visible.`,
    only: (_, move) => `${move}. Il n’y a rien d’autre à faire.`,
  },
  playing: {
    title: "Jouez jusqu’au bout",
    text: "Vous en savez assez. Finissez la partie : le conseil ci-dessous suit vos billets, et vous pouvez faire mieux.",
  },
  waiting: "Attendez votre tour.",
  won: {
    title: "Vous avez gagné !",
    text: (points, other) => `${points} points à ${other}. Les leçons expliquent les règles propres à chaque carte.`,
  },
  lost: {
    title: "La partie est finie",
    text: (points, other) =>
      `${points} points à ${other}. La prochaine fois, réussissez vos billets tôt. Les leçons expliquent les règles propres à chaque carte.`,
  },
  lessonsNext: "Voir les leçons",
};

const TEXTS: Record<Language, LessonTexts> = { en, fr };

export const lessonTexts = (): LessonTexts => TEXTS[translations.language];

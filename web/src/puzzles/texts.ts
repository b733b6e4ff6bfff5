// The texts of the puzzles in both languages. They are loaded with the page of puzzles only.
import { type Language, translations } from "../i18n";

export interface PuzzleTexts {
  title: string;
  about: string;
  today: string;
  todayAbout: (day: string) => string;
  solve: string;
  all: string;
  none: string;
  allMaps: string;
  score: (right: number, answered: number, total: number) => string;
  level: (level: string) => string;
  question: string;
  right: string;
  wrong: string;
  best: string;
  yours: string;
  value: (chance: string, points: string) => string;
  why: string;
  whyAbout: (worlds: number) => string;
  next: string;
  back: string;
  rightMark: string;
  wrongMark: string;
  parts: Record<string, string>;
  ticket: (ticket: string, best: string, other: string) => string;
  lostRoute: (route: string, share: string) => string;
  part: (part: string, best: string, other: string) => string;
  rivals: (less: string) => string;
  shorter: (turns: string) => string;
  longer: (turns: string) => string;
}

const en: PuzzleTexts = {
  title: "Puzzles",
  about: "Positions from real play with one clearly best decision. You see what the player saw.",
  today: "Puzzle of the day",
  todayAbout: (day) => `The same for everyone on ${day}.`,
  solve: "Solve it",
  all: "All puzzles",
  none: "No puzzles are installed.",
  allMaps: "All maps",
  score: (right, answered, total) => `${right} right out of ${answered} answered, ${total} in total`,
  level: (level) => `Found by: ${level}`,
  question: "It is your turn. What is the best move?",
  right: "Right!",
  wrong: "Not the best move.",
  best: "best",
  yours: "your choice",
  value: (chance, points) => `${chance} to win, ${points} points`,
  why: "Why",
  whyAbout: (worlds) => `From ${worlds} games played out after each choice, with the hidden cards dealt at random.`,
  next: "Next puzzle",
  back: "All puzzles",
  rightMark: "right",
  wrongMark: "wrong",
  parts: {
    routes: "routes",
    technologies: "technologies",
    flags: "flags",
    "longest path": "the longest path",
    districts: "districts",
  },
  ticket: (ticket, best, other) =>
    `${ticket} is completed in ${best} of games, but in ${other} with the next best choice.`,
  lostRoute: (route, share) => `Otherwise somebody else claims ${route} in ${share} of games.`,
  part: (part, best, other) => `It brings ${best} points for ${part} instead of ${other}.`,
  rivals: (less) => `The strongest opponent scores ${less} points less.`,
  shorter: (turns) => `The game ends ${turns} turns earlier.`,
  longer: (turns) => `The game lasts ${turns} turns longer.`,
};

const fr: PuzzleTexts = {
  title: "Problèmes",
  about:
    "Des positions tirées de vraies parties, avec une décision nettement meilleure. Vous voyez ce que voyait le joueur.",
  today: "Le problème du jour",
  todayAbout: (day) => `Le même pour tous le ${day}.`,
  solve: "Résoudre",
  all: "Tous les problèmes",
  none: "Aucun problème n’est installé.",
  allMaps: "Toutes les cartes",
  score: (right, answered, total) => `${right} justes sur ${answered} réponses, ${total} en tout`,
  level: (level) => `Trouvé par : ${level}`,
  question: "C’est à vous. Quel est le meilleur choix ?",
  right: "Juste !",
  wrong: "Pas le meilleur.",
  best: "le meilleur",
  yours: "votre choix",
  value: (chance, points) => `${chance} de gagner, ${points} points`,
  why: "Pourquoi",
  whyAbout: (worlds) =>
    `D’après ${worlds} parties jouées après chaque choix, les cartes invisibles étant distribuées au hasard.`,
  next: "Problème suivant",
  back: "Tous les problèmes",
  rightMark: "juste",
  wrongMark: "faux",
  parts: {
    routes: "les routes",
    technologies: "les technologies",
    flags: "les drapeaux",
    "longest path": "le plus long chemin",
    districts: "les quartiers",
  },
  ticket: (ticket, best, other) =>
    `${ticket} est réussi dans ${best} des parties, avec le choix suivant dans ${other}.`,
  lostRoute: (route, share) => `Sinon, un autre prend ${route} dans ${share} des parties.`,
  part: (part, best, other) => `Il rapporte ${best} points pour ${part} au lieu de ${other}.`,
  rivals: (less) => `L’adversaire le plus fort marque ${less} points de moins.`,
  shorter: (turns) => `La partie finit ${turns} tours plus tôt.`,
  longer: (turns) => `La partie dure ${turns} tours de plus.`,
};

const TEXTS: Record<Language, PuzzleTexts> = { en, fr };

export const puzzleTexts = (): PuzzleTexts => TEXTS[translations.language];

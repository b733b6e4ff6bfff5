// The texts of the daily game in both languages. They are loaded with its page only.
import { type Language, translations } from "../i18n";

export interface DailyTexts {
  title: string;
  about: (opponent: string) => string;
  rules: string;
  play: string;
  goOn: string;
  again: string;
  yourScore: (score: number) => string;
  won: string;
  lost: string;
  place: (place: number, players: number) => string;
  alone: string;
  resigned: string;
  levels: string;
  levelsAbout: (games: number) => string;
  computing: string;
  better: (level: string) => string;
  below: (level: string) => string;
  you: string;
  range: (least: number, median: number, most: number) => string;
}

const en: DailyTexts = {
  title: "Daily game",
  about: (opponent) => `Today’s deal is the same for everyone. You play against one ${opponent.toLowerCase()} bot.`,
  rules: "One game per map and day (UTC), without hints or undo.",
  play: "Play today’s deal",
  goOn: "Continue",
  again: "View the game",
  yourScore: (score) => `Your score: ${score}`,
  won: "You won.",
  lost: "The bot won.",
  place: (place, players) => `Place ${place} of ${players} on this site.`,
  alone: "You are the first to finish today.",
  resigned: "You resigned, so there is no score to compare today.",
  levels: "The levels on this deal",
  levelsAbout: (games) =>
    `Each level played this deal ${games} times from your seat: lowest, median and highest score.`,
  computing: "The levels are still playing this deal…",
  better: (level) => `You scored more than ${level} usually does here.`,
  below: (level) => `${level} usually scores more here.`,
  you: "you",
  range: (least, median, most) => `${least} – ${median} – ${most}`,
};

const fr: DailyTexts = {
  title: "Partie du jour",
  about: (opponent) => `La donne du jour est la même pour tous. Vous jouez contre un robot ${opponent.toLowerCase()}.`,
  rules: "Une partie par carte et par jour (UTC), sans conseils et sans annuler de coups.",
  play: "Jouer la donne du jour",
  goOn: "Continuer",
  again: "Revoir la partie",
  yourScore: (score) => `Votre score : ${score}`,
  won: "Vous avez gagné.",
  lost: "Le robot a gagné.",
  place: (place, players) => `Place ${place} sur ${players} sur ce site.`,
  alone: "Vous êtes le premier à finir aujourd’hui.",
  resigned: "Vous avez abandonné : il n’y a pas de score à comparer aujourd’hui.",
  levels: "Les niveaux sur cette donne",
  levelsAbout: (games) =>
    `Chaque niveau a joué cette donne ${games} fois à votre place : score le plus bas, médian et le plus haut.`,
  computing: "Les niveaux jouent encore cette donne…",
  better: (level) => `Vous avez fait mieux que ne fait d’habitude le niveau ${level} ici.`,
  below: (level) => `Le niveau ${level} fait d’habitude mieux ici.`,
  you: "vous",
  range: (least, median, most) => `${least} – ${median} – ${most}`,
};

const TEXTS: Record<Language, DailyTexts> = { en, fr };

export const dailyTexts = (): DailyTexts => TEXTS[translations.language];

// The texts of a position to decide in, in both languages. They are loaded with puzzles and lessons only.
import { type Language, translations } from "../i18n";

export interface PositionTexts {
  yourHand: string;
  yourTickets: string;
  offered: string;
  noTechnology: string;
  you: string;
}

const en: PositionTexts = {
  yourHand: "Your hand",
  yourTickets: "Your tickets",
  offered: "Tickets to choose from",
  noTechnology: "none yet",
  you: "You",
};

const fr: PositionTexts = {
  yourHand: "Votre main",
  yourTickets: "Vos billets",
  offered: "Billets à choisir",
  noTechnology: "aucune",
  you: "Vous",
};

const TEXTS: Record<Language, PositionTexts> = { en, fr };

export const positionTexts = (): PositionTexts => TEXTS[translations.language];

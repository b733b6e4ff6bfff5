// Ce que les fichiers de cartes et le serveur disent en anglais, en français.
export const phrases: Record<string, string> = {
  "A quick race of double-deckers, with points for joining up whole districts.":
    "Une course rapide de bus à impériale, avec des points pour les quartiers entièrement reliés.",
  "Short streets, no gray routes, and a bonus for every blue, white and red you keep.":
    "Des rues courtes, aucune voie grise, et un bonus pour chaque bleu, blanc et rouge gardés.",
  "Begin in England, buy concessions and machines, and reach Scotland, Ireland, France — or New York.":
    "Partez d’Angleterre, achetez concessions et machines, et atteignez l’Écosse, l’Irlande, la France — ou New York.",
  "Coast to coast by rail: long tickets, one great network, and ten points for the longest path.":
    "D’une côte à l’autre par le rail : de longs billets, un grand réseau et dix points pour le plus long chemin.",
  "A short line around Tasmania: eight places, learned in a minute, for trying out players and ideas.":
    "Une courte ligne autour de la Tasmanie : huit lieux, apprise en une minute, pour essayer des joueurs et des idées.",
  "A player drawing cards may stop after the first one.": "Qui pioche des cartes peut s’arrêter après la première.",
  "A wild that comes up in place of the first card may be taken as the second.":
    "Un joker qui remplace la première carte peut être pris comme deuxième.",
  "Five more technologies are on sale, most of them a single copy.":
    "Cinq technologies de plus sont en vente, la plupart en un seul exemplaire.",
  "Wales Concession": "Concession galloise",
  "Ireland / France Concession": "Concession Irlande / France",
  "Scotland Concession": "Concession écossaise",
  "Mechanical Stoker": "Chauffeur mécanique",
  "Superheated Steam Boiler": "Chaudière à surchauffe",
  Propellers: "Hélices",
  Booster: "Surpresseur",
  "Boiler Lagging": "Calorifuge",
  "Steam Turbines": "Turbines à vapeur",
  "Double Heading": "Double traction",
  "Right of Way": "Droit de passage",
  Thermocompressor: "Thermocompresseur",
  "Water Tenders": "Tenders à eau",
  "Risky Contracts": "Contrats risqués",
  "Equalising Beam": "Balancier compensateur",
  "Diesel Power": "Traction diesel",
  "Routes with an end in Wales may be claimed.": "Les voies qui touchent le pays de Galles peuvent être prises.",
  "Routes with an end in Ireland or France may be claimed.":
    "Les voies qui touchent l’Irlande ou la France peuvent être prises.",
  "Routes with an end in Scotland may be claimed.": "Les voies qui touchent l’Écosse peuvent être prises.",
  "Routes of 3 spaces may be claimed.": "Les voies de 3 cases peuvent être prises.",
  "Routes of 4, 5 and 6 spaces may be claimed; 3 spaces still need the Stoker.":
    "Les voies de 4, 5 et 6 cases peuvent être prises ; celles de 3 demandent toujours le chauffeur.",
  "Ferries may be claimed.": "Les ferries peuvent être pris.",
  "Any 3 cards stand for a wild, instead of 4.": "3 cartes quelconques valent un joker, au lieu de 4.",
  "Each route claimed from now on scores 1 point more.": "Chaque voie prise désormais rapporte 1 point de plus.",
  "Each ferry claimed from now on scores 2 points more.": "Chaque ferry pris désormais rapporte 2 points de plus.",
  "At the end, each completed ticket scores 2 points more.":
    "À la fin, chaque billet réussi rapporte 2 points de plus.",
  "At once, claim a route that another player holds; you both hold it. The card goes back.":
    "Prenez aussitôt une voie tenue par un autre ; vous la tenez tous deux. La carte revient en vente.",
  "Claim two routes this turn. The card goes back.": "Prenez deux voies ce tour. La carte revient en vente.",
  "Drawing cards, you may take 3 from the deck instead of 2 cards.":
    "En piochant, vous pouvez prendre 3 cartes de la pioche au lieu de 2.",
  "At the end, 20 points if nobody completed more tickets, else 20 points lost.":
    "À la fin, 20 points si personne n’a réussi plus de billets, sinon 20 points perdus.",
  "At the end, 15 points if nobody has a longer path, else 15 points lost.":
    "À la fin, 15 points si personne n’a de chemin plus long, sinon 15 points perdus.",
  "Each route costs one card less, but never less than one, nor a wild that a ferry asks for.":
    "Chaque voie coûte une carte de moins, jamais moins d’une, ni un joker demandé par un ferry.",
  London: "Londres",
  Paris: "Paris",
  "United Kingdom": "Royaume-Uni",
  USA: "États-Unis",
  "Good luck!": "Bonne chance !",
  "Nice move!": "Joli coup !",
  "Well played!": "Bien joué !",
  "Oops!": "Oups !",
  "Your turn.": "À vous.",
  "Hurry up, please.": "Dépêchez-vous, s’il vous plaît.",
  "Thank you!": "Merci !",
  "One more?": "Encore une ?",
};

// En français, ce que le serveur et les fichiers de cartes disent en anglais.
import type { Reason } from "../wire/types";

/** Map files, technologies and quick chat lines, by their English text. */
export const phrases: Record<string, string> = {
  "A quick race of double-deckers, with points for joining up whole districts.":
    "Une course rapide de bus à impériale, avec des points pour les quartiers entièrement reliés.",
  "Short streets, no gray routes, and a bonus for every blue, white and red you keep.":
    "Des rues courtes, aucune route grise, et un bonus pour chaque bleu, blanc et rouge gardés.",
  "Begin in England, buy concessions and machines, and reach Scotland, Ireland, France — or New York.":
    "Partez d’Angleterre, achetez concessions et machines, et atteignez l’Écosse, l’Irlande, la France — ou New York.",
  "Coast to coast by rail: long tickets, one great network, and ten points for the longest path.":
    "D’une côte à l’autre par le rail : de longs billets, un grand réseau et dix points pour le plus long chemin.",
  "A short line around Tasmania: eight places, learned in a minute, for trying out players and ideas.":
    "Une courte ligne autour de la Tasmanie : huit lieux, apprise en une minute, pour essayer des joueurs et des idées.",
  "A board of our own, made for experiments with learning programs; people may play it too.":
    "Un plateau à nous, fait pour des expériences avec des programmes qui apprennent ; on peut aussi y jouer.",
  "No public source gives the published network: the cities, routes and tickets are our own, on real Paris geography. The route points (1, 2 and 4) are our reading of the rules.":
    "Aucune source publique ne donne le réseau publié : les lieux, les routes et les billets sont les nôtres, sur la géographie réelle de Paris. Les points des routes (1, 2 et 4) sont notre lecture des règles.",
  "The 40 points for the route of 10 spaces to New York are our reading of the rules.":
    "Les 40 points de la route de 10 cases vers New York sont notre lecture des règles.",
  "A player drawing cards may stop after the first one.": "On peut s’arrêter après avoir pioché une seule carte.",
  "A wild that comes up in place of the first card may be taken as the second.":
    "Un joker qui remplace la première carte peut être pris comme deuxième.",
  "Five more technologies are on sale, most of them a single copy.":
    "Cinq technologies supplémentaires sont en vente, la plupart en un seul exemplaire.",
  "Wales Concession": "Concession galloise",
  "Ireland / France Concession": "Concession Irlande / France",
  "Scotland Concession": "Concession écossaise",
  "Mechanical Stoker": "Chargeur mécanique",
  "Superheated Steam Boiler": "Chaudière à vapeur surchauffée",
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
  "Routes with an end in Wales may be claimed.": "Les routes qui touchent le pays de Galles peuvent être prises.",
  "Routes with an end in Ireland or France may be claimed.":
    "Les routes qui touchent l’Irlande ou la France peuvent être prises.",
  "Routes with an end in Scotland may be claimed.": "Les routes qui touchent l’Écosse peuvent être prises.",
  "Routes of 3 spaces may be claimed.": "Les routes de 3 cases peuvent être prises.",
  "Routes of 4, 5 and 6 spaces may be claimed; 3 spaces still need the Stoker.":
    "Les routes de 4, 5 et 6 cases peuvent être prises ; celles de 3 demandent toujours le chargeur.",
  "Ferries may be claimed.": "Les ferries peuvent être pris.",
  "Any 3 cards stand for a wild, instead of 4.": "3 cartes quelconques valent un joker, au lieu de 4.",
  "Each route claimed from now on scores 1 point more.": "Chaque route prise désormais rapporte 1 point de plus.",
  "Each ferry claimed from now on scores 2 points more.": "Chaque ferry pris désormais rapporte 2 points de plus.",
  "At the end, each completed ticket scores 2 points more.":
    "À la fin, chaque billet réussi rapporte 2 points de plus.",
  "At once, claim a route that another player holds; you both hold it. The card goes back.":
    "Prenez aussitôt une route d’un autre joueur ; elle est à vous deux. La carte revient en vente.",
  "Claim two routes this turn. The card goes back.": "Prenez deux routes ce tour. La carte revient en vente.",
  "Drawing cards, you may take 3 from the deck instead of 2 cards.":
    "En piochant, vous pouvez prendre 3 cartes de la pioche au lieu de 2.",
  "At the end, 20 points if nobody completed more tickets, else 20 points lost.":
    "À la fin, 20 points si personne n’a réussi plus de billets, sinon 20 points perdus.",
  "At the end, 15 points if nobody has a longer path, else 15 points lost.":
    "À la fin, 15 points si personne n’a de chemin plus long, sinon 15 points perdus.",
  "Each route costs one card less, but never less than one, nor a wild that a ferry asks for.":
    "Chaque route coûte une carte de moins, jamais moins d’une, ni un joker demandé par un ferry.",
  London: "Londres",
  Paris: "Paris",
  "United Kingdom": "Royaume-Uni",
  USA: "États-Unis",
  Mini: "Mini",
  "Good luck!": "Bonne chance !",
  "Nice move!": "Joli coup !",
  "Well played!": "Bien joué !",
  "Oops!": "Oups !",
  "Your turn.": "À vous.",
  "Hurry up, please.": "Dépêchez-vous, s’il vous plaît.",
  "Thank you!": "Merci !",
  "One more?": "Encore une ?",
};

/** Why an action is illegal, by the engine's reason code. */
export const reasons: Record<Reason, string> = {
  malformed: "Ce n’est pas un coup valide.",
  game_over: "La partie est terminée.",
  not_now: "Ce n’est pas possible maintenant.",
  not_this_seat: "Ce choix n’est pas le vôtre, ou il est déjà fait.",
  not_offered: "Seuls les billets proposés peuvent être gardés.",
  too_few_tickets: "Vous devez garder davantage de billets.",
  no_tickets_left: "Il n’y a plus de billets.",
  not_in_market: "Cette carte n’est pas visible.",
  no_cards_left: "Il n’y a plus assez de cartes à piocher.",
  wild_is_not_second: "Un joker visible ne peut pas être la deuxième carte.",
  no_blind_technology: "Piocher plus de deux cartes demande une technologie.",
  no_such_route: "Cette route n’existe pas.",
  route_taken: "Cette route est déjà prise.",
  route_is_yours: "Cette route est déjà à vous.",
  route_closed: "À ce nombre de joueurs, une seule voie d’une route double est utilisée, et l’autre est prise.",
  beside_own_track: "L’autre voie de cette route double est déjà à vous.",
  route_not_held: "Il faut une route qui appartient à un autre joueur.",
  too_few_pieces: "Il vous reste trop peu de pièces.",
  technology_missing: "Il vous manque une technologie.",
  cards_not_held: "Il vous manque des cartes.",
  wrong_number_of_cards: "Ce n’est pas le bon nombre de cartes.",
  wrong_cards: "Ces cartes ne conviennent pas à cette route.",
  no_flag_card: "Aucune carte de ce paiement ne peut être gardée pour le drapeau.",
  no_such_technology: "Cette technologie n’existe pas.",
  technology_gone: "Cette technologie n’est plus en vente.",
  technology_owned: "Vous avez déjà cette technologie.",
  already_bought: "Une seule technologie par tour : vous en avez déjà acheté une.",
  no_held_route_to_claim: "Après ce paiement, vous ne pourriez prendre aucune route d’un autre joueur.",
  must_act: "Vous pouvez jouer, donc vous ne pouvez pas passer.",
};

/** Why a request was refused, by the server's code. */
export const refusals: Record<string, string> = {
  already_started: "La partie a déjà commencé.",
  bad_message: "Le serveur n’a pas compris ce message.",
  bad_request: "Le serveur n’a pas compris cette demande.",
  broken_map: "Cette carte contient des erreurs.",
  broken_save: "Cette partie enregistrée ne peut pas être lue.",
  busy: "Trop de demandes en même temps : réessayez.",
  cross_site: "Cette demande vient d’un autre site.",
  entropy_closed: "Quelqu’un a déjà révélé son nombre aléatoire : il fallait vous engager avant.",
  entropy_unknown: "Ce n’est pas le nombre aléatoire auquel vous vous êtes engagé.",
  failed: "Une erreur est survenue sur le serveur.",
  full: "Il n’y a plus de place.",
  game_over: "La partie est terminée.",
  illegal: "Ce coup n’est pas permis.",
  no_hints: "Les conseils ne sont pas autorisés dans cette partie.",
  no_secret: "Cette partie est privée. Ouvrez-la avec le lien d’invitation que vous avez reçu.",
  no_undo: "Personne ne demande d’annulation en ce moment.",
  not_found: "Ceci n’existe pas.",
  not_host: "Seul l’hôte peut faire cela.",
  not_over: "La partie n’est pas terminée.",
  not_ready: "C’est encore en préparation : réessayez dans quelques secondes.",
  not_started: "La partie n’a pas encore commencé.",
  not_stored: "Le serveur ne peut rien enregistrer pour le moment : réessayez bientôt.",
  not_your_turn: "Ce n’est pas à vous de jouer.",
  not_yours: "Cela ne vous est pas permis.",
  nothing_to_review: "Aucun coup n’a été joué : il n’y a rien à analyser.",
  nothing_to_undo: "Vous n’avez encore rien joué.",
  offline: "Le serveur ne répond pas.",
  quarantined: "Cette partie ne peut plus être ouverte : son journal est endommagé.",
  rewound: "La base de données a perdu les derniers coups de cette partie : elle reprend après ceux qui restent.",
  seat_taken: "Cette place est prise.",
  seats_open: "Il reste des places libres.",
  daily_game: "Dans la partie du jour, aucun coup ne s’annule : chacun joue la même donne une fois.",
  seen_hidden: "Ce coup vous a montré une carte ou un billet caché : il ne peut pas être annulé.",
  stale: "La partie a avancé entre-temps : regardez à nouveau.",
  taken_back: "Vous avez déjà annulé ce coup une fois, et d’autres ont pioché depuis.",
  too_busy: "Vous occupez trop le serveur : attendez un peu.",
  too_large: "C’est trop volumineux.",
  too_many: "Trop de demandes : attendez un peu.",
  too_slow: "La lecture a pris trop de temps et a été arrêtée.",
  undo_asked: "Une annulation est déjà demandée.",
  wrong_method: "Cette adresse n’accepte pas ce genre de demande.",
  wrong_type: "Ce format n’est pas accepté.",
};

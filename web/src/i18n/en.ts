// The English texts of the page. fr.ts has the same shape, which the compiler checks.
import type { RouteRule, Stage } from "../wire/types";

const withArticle = (word: string): string => `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
const count = (n: number, singular: string, plural: string): string => `${n} ${n === 1 ? singular : plural}`;

const COLORS: Record<string, string> = {
  red: "red",
  blue: "blue",
  green: "green",
  yellow: "yellow",
  black: "black",
  purple: "purple",
  orange: "orange",
  white: "white",
  pink: "pink",
  gray: "gray",
  navy: "navy",
  magenta: "magenta",
  forest: "forest green",
  copper: "copper",
  wine: "wine",
  wild: "wild",
};
const colorName = (color: string): string => COLORS[color] ?? color;
const card = (color: string): string => (color === "wild" ? "wild" : `${colorName(color)} card`);
const PIECES: Record<string, [string, string]> = { train: ["train", "trains"], bus: ["bus", "buses"] };
const pieceNames = (piece: string): [string, string] => PIECES[piece] ?? ["piece", "pieces"];

export interface RouteRuleTexts {
  title: string;
  text: string;
  /** What a route with this rule asks for. */
  asks: (value: number) => string;
}

export const en = {
  appName: "Branchline",
  skipToContent: "Skip to content",
  close: "Close",
  cancel: "Cancel",
  more: "More",
  loading: "Loading…",
  notFound: "This page does not exist.",
  notFoundTitle: "Not found",
  toHome: "Go to the home page",
  copied: "Copied",
  copy: "Copy",
  failed: "Something went wrong.",
  /** A label and what it is about. */
  labeled: (label: string, text: string) => `${label}: ${text}`,
  /** The name of a player; names that the server gives, such as "Medium bot", are translated. */
  playerName: (name: string) => name,
  pageTitle: (title: string) => `${title} – Branchline`,

  // Home page
  playNow: "Play now",
  playMapNow: (map: string) => `Play ${map} now`,
  heroTitle: "Lay your line before they do.",
  heroText: "Collect cards, claim routes, connect the places on your tickets. Nothing to install, no account.",
  againstBots: "Against bots",
  againstBotsText: "Choose how many and how strong.",
  withFriends: "With friends",
  withFriendsText: "Create a table and send a link.",
  passAndPlay: "Pass and play",
  passAndPlayText: "Share one device; hands stay hidden.",
  watch: "Watch",
  watchText: "Follow public games.",
  dailyGame: "Daily game",
  dailyGameText: "The same deal for everyone: compare your score.",
  lessons: "Lessons",
  lessonsText: "A first game, then every rule in one decision.",
  puzzles: "Puzzles",
  puzzlesText: "One decision, one best answer, one new puzzle a day.",
  myGames: "My games",
  gamesAndReplays: "My games and replays",
  gamesAndReplaysText: "Resume a game or replay a finished one.",
  startTour: "Learn by playing",
  chooseMap: "Choose a map",
  yourMaps: "Your maps",
  addMap: "Add a map",
  addMapText: "Upload a TOML file made with “branchline map new”.",
  line: (n: number) => `line ${n}`,
  mapProblems: "This map cannot be played yet:",
  mapNumbers: (cities: number, routes: number, least: number, most: number) =>
    `${count(cities, "place", "places")} · ${count(routes, "route", "routes")} · ${least}–${most} players`,
  otherWays: "Other ways to play",
  compiling: "The server is starting. You can choose a map in the meantime.",
  compilingShort: "Preparing…",
  compilingThen: "The server is starting. Your game starts as soon as it is ready.",
  offline: "The server is not responding. Retrying…",
  dealing: "Dealing…",
  profile: "Profile",
  yourName: "Your name",
  yourColor: "Your color",
  save: "Save",
  /** The name of a color by itself, such as a player's. */
  colors: COLORS,
  /** The color of a route. */
  routeColor: colorName,
  /** Some cards of one color. */
  cardsOf: (n: number, color: string) => (color === "wild" ? count(n, "wild", "wilds") : `${n} ${colorName(color)}`),

  // New game
  newGame: "New game",
  players: "Players",
  playerNumber: (n: number) => `Player ${n}`,
  level: "Level",
  levels: {
    novice: "Novice",
    beginner: "Beginner",
    easy: "Easy",
    medium: "Medium",
    strong: "Strong",
    hard: "Hard",
    expert: "Expert",
    blocker: "Blocker",
    builder: "Long-route builder",
    collector: "Ticket collector",
    racer: "Racer",
  } as Record<string, string>,
  characters: "Characters (medium strength)",
  opponentLevel: (level: string, change: number) =>
    `Your opponent: ${level}${change ? ` (${change > 0 ? "one level up after two wins" : "one level down after two losses"})` : ""}`,
  playLevel: (level: string) => `Play against: ${level}`,
  bot: "Bot",
  openSeat: "Open seat",
  houseRules: "House rules",
  timeLimit: "Time limit",
  noTimeLimit: "No time limit",
  timePerDecision: (time: string) => `${time} per decision`,
  seconds: (n: number) => count(n, "second", "seconds"),
  minutes: (n: number) => count(n, "minute", "minutes"),
  publicGame: "Public: anyone can watch",
  hintsAllowed: "Hints allowed",
  startGame: "Start game",
  createTable: "Create table",
  opponents: "Opponents",
  nameOfPlayer: (n: number) => `Name of player ${n}`,

  // Table before the game
  tableTitle: (map: string) => `Table for ${map}`,
  invite: "Invite",
  inviteText: "Anyone with this link can take a seat.",
  inviteNew: "New link",
  inviteQr: "QR code of the invitation link",
  inviteAgain: "A link is shown only once. A new link replaces the old one.",
  sit: "Sit here",
  leaveSeat: "Leave seat",
  addBot: "Add a bot",
  openThisSeat: "Open this seat",
  host: "host",
  waitingForHost: "Waiting for the host to start the game.",
  fillWithBots: "Fill with bots and start",
  seatsOpen: (n: number) => `${count(n, "seat is", "seats are")} still open.`,
  options: "Options",
  privateGame: "This game is private. Open it with the invitation link you received.",
  noGame: "This game does not exist.",

  // Board and turn
  board: "Board",
  yourTurn: "Your turn",
  yourTurnHint: "Draw cards, claim a route, or draw tickets.",
  theirTurn: (name: string) => `${name}’s turn`,
  secondCard: "Draw your second card",
  secondCardShort: "Second card",
  secondCardHint: "From the face-up cards or the deck, but not a face-up wild.",
  chooseTickets: "Choose your tickets",
  waitingForOthers: "Waiting for the other players to choose.",
  claimHeldRoute: "Claim a route that another player holds",
  claimSecondRoute: "Claim a second route or pass",
  gameOver: "Game over",
  lastRound: (turns: number) => `Last round: ${count(turns, "turn", "turns")} left`,
  watching: "You are watching",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  zoomFit: "Show the whole board",
  pass: "Pass",
  undo: "Undo",
  undoRequest: (name: string, moves: number) => `${name} asks to undo ${count(moves, "move", "moves")}.`,
  undoPending: "Waiting for the other players to agree.",
  noUndo: {
    nothing_to_undo: "You have not moved yet.",
    daily_game: "Moves cannot be taken back in a daily game: everyone plays the same deal once.",
    seen_hidden: "This move showed you a hidden card or ticket, so it cannot be taken back.",
    taken_back: "You have taken back this move once already, and others have drawn since.",
    undo_asked: "There is already a request to undo.",
  } as Record<string, string>,
  agree: "Agree",
  decline: "Decline",
  resign: "Resign",
  resignConfirm: "Resign from this game? A bot will play on in your place.",
  resignEnds: (winner: string) => `Resign from this game? It ends at once, and ${winner} wins.`,
  undoConfirm: (moves: number, names: string) =>
    `This takes back ${moves === 1 ? "the last move" : `the last ${moves} moves`}, played by ${names}.`,
  hint: "Hint",
  hints: "Suggested moves",
  noHints: "No suggestions for this decision.",
  winChance: (percent: number) => `${percent}% to win`,
  lead: (points: number) => `${points < 0 ? "−" : "+"}${count(Math.abs(points), "point", "points")}`,
  playMove: "Play",
  thinking: "Thinking…",
  settings: "Settings",
  language: "Language",
  appearance: "Appearance",
  appearances: { auto: "System", light: "Light", dark: "Dark" },
  sounds: "Sounds",
  mute: "Mute sounds",
  animations: "Animations",
  notifications: "Notify me when it is my turn",
  shortcuts: "Keyboard shortcuts",
  shortcutList: [
    ["1 – 5", "take a face-up card"],
    ["D", "draw from the deck"],
    ["T", "draw tickets"],
    ["C", "claim a route"],
    ["N", "type a move"],
    ["H", "hint"],
    ["U", "undo"],
    ["P", "pass"],
    ["+ −", "zoom"],
    ["0", "show the whole board"],
    ["arrows", "move the board"],
    ["?", "show this list"],
  ] as [string, string][],
  cardCount: (n: number) => count(n, "card", "cards"),

  // Cards
  cardsTab: "Cards",
  market: "Face-up cards",
  hand: "Your hand",
  handEmpty: "No cards.",
  deckCount: (n: number) => `${count(n, "card", "cards")} in the deck`,
  discardCount: (n: number) => `${n} discarded`,
  drawFromDeck: "Draw from the deck",
  drawSeveral: (n: number) => `Draw ${n} from the deck`,
  take: (color: string) => (color === "wild" ? "Take a wild" : `Take ${withArticle(card(color))}`),
  oneMore: (color: string) => `Add ${withArticle(card(color))}`,
  oneLess: (color: string) => `Remove ${withArticle(card(color))}`,
  notNow: "not available now",
  wildNotSecond: "A face-up wild cannot be your second card.",
  emptySlot: "empty",
  cardOfTwo: (n: number) => `Card ${n} of 2`,
  dropHere: "Drop the card on your hand to take it.",

  // Tickets
  tickets: "Tickets",
  drawTickets: "Draw tickets",
  ticket: (a: string, b: string) => `${a} – ${b}`,
  points: (n: number) => count(n, "point", "points"),
  pointsShort: "pts",
  ticketDone: (ticket: string, points: number) => `Ticket completed: ${ticket}, ${count(points, "point", "points")}`,
  ticketCompleted: "completed",
  ticketOpen: (pieces: number) => `${count(pieces, "piece", "pieces")} to go`,
  ticketLost: "no longer possible",
  ticketIncomplete: "not completed",
  ticketChoice: "Which tickets will you keep?",
  ticketChoiceText: (n: number) => `Keep at least ${n}. Tickets not completed by the end cost their points.`,
  keepTickets: (n: number) => `Keep ${n}`,
  keepAtLeast: (n: number) => `Choose at least ${n}`,
  noTickets: "No tickets.",
  ticketCount: (n: number) => count(n, "ticket", "tickets"),

  // Claiming
  claim: "Claim",
  claimRoute: (route: string) => `Claim ${route}`,
  claimWith: (cards: string) => `Claim with ${cards}`,
  buyWith: (cards: string) => `Buy with ${cards}`,
  trackSide: { upper: "upper track", lower: "lower track", left: "left track", right: "right track" },
  shown: { all: "All", mine: "Mine", theirs: "Theirs", open: "Open" },
  showNext: (what: string) => `Show routes: ${what}`,
  stillNeeded: "Still needed",
  flagProgress: (kept: number, all: number, points: number) =>
    `Flag: ${kept} of ${all}, ${count(points, "point", "points")}`,
  payWith: (cards: string) => `Pay ${cards}`,
  spacesAndPoints: (spaces: number, points: number) =>
    `${count(spaces, "space", "spaces")} · ${count(points, "point", "points")}`,
  keepForFlag: (color: string) => `keeping the ${card(color)} for the flag`,
  pickHelp: "Choose the cards to pay with. What is missing is shown below.",
  pickEnough: "These cards pay the price.",
  picked: (n: number) => `${count(n, "card", "cards")} chosen so far.`,
  pickCards: "Choose the cards yourself",
  backToList: "Back to the list",
  otherTrack: (color: string) => `Show the other track (${colorName(color)})`,
  routeRules: {
    ferry: {
      title: "Ferries",
      text: "Each space of a ferry that shows a wheel is paid with a wild, the others as usual.",
      asks: (wilds: number) => count(wilds, "wild for the ferry", "wilds for the ferry"),
    },
  } satisfies Record<RouteRule, RouteRuleTexts>,
  claimableRoutes: "Routes you can claim now",
  noClaimableRoutes: "You cannot claim a route now.",
  filterByPlace: "Filter by place",
  claimedBy: (names: string) => `Claimed by ${names}`,
  closedRoute: "Closed: with this many players, only one track of a double route is used.",
  missingTechnologies: (names: string) => `This route needs ${names}.`,
  missingCards: (cards: string) => `Still missing: ${cards}.`,

  // Players
  score: "Score",
  pieces: (n: number, piece: string) => count(n, ...pieceNames(piece)),
  pieceName: (piece: string) => pieceNames(piece)[1],
  cards: "cards",
  away: "away",
  resigned: "resigned",
  toMove: "to move",
  longestPath: "Longest path",
  longestPathTaken: (name: string, length: number) =>
    `${name} now has the longest path: ${count(length, "space", "spaces")}`,
  districts: "Districts",
  districtProgress: (name: string, n: number, total: number) =>
    `District ${name}: ${n} of ${count(total, "place", "places")} connected`,
  flags: "Flags",
  flag: "Flag",
  technologies: "Technologies",
  spectators: (n: number) => count(n, "spectator", "spectators"),
  timeLeft: (time: string) => `${time} left`,

  // Technologies
  buy: "Buy",
  buyTechnology: (name: string) => `Buy ${name}`,
  costInWilds: (n: number) => count(n, "wild", "wilds"),
  copiesLeft: (n: number) => (n === 0 ? "sold out" : `${n} left`),
  owned: "owned",
  ownedBy: (names: string) => `Owned by ${names}`,
  advancedTechnology: "On sale only with the house rule that adds five technologies",
  cardsPerWild: (n: number) => `Any ${n} cards count as one wild.`,

  // Log, chat and typed moves
  log: "Log",
  chat: "Chat",
  chatPlaceholder: "Write a message",
  noMessages: "No messages yet.",
  send: "Send",
  typeMove: "Type a move",
  movePlaceholder: "Type a move, such as draw deck",
  moveForms: [
    ["draw blue", "take a face-up card"],
    ["draw deck", "draw from the deck"],
    ["claim A–B blue×2 wild×1", "claim a route with these cards"],
    ["tickets", "draw tickets"],
    ["keep 1 3", "keep the first and the third ticket"],
    ["buy Booster wild×2", "buy a technology"],
    ["pass", "pass, where the rules allow it"],
  ] as [string, string][],
  submitMove: "Play",

  // Connection
  connectionLost: "Connection lost. Reconnecting… No moves will be lost.",
  connectionClosed: "The server closed the connection.",
  tryAgain: "Try again",

  // Pass and play
  passDevice: (name: string) => `Pass the device to ${name}`,
  passDeviceText: "Make sure that nobody else can see the screen.",
  iAm: (name: string) => `I am ${name}`,
  turnOver: "Your turn is over.",
  hideHand: (name: string) => `Hide my hand, ${name} is next`,

  // End of the game
  wins: (names: string, winners: number) => (winners > 1 ? `${names} share the victory` : `${names} wins`),
  youWin: "You win!",
  decidedBy: {
    points: "Won on points",
    tickets: "Tied on points; decided by completed tickets",
    "longest path": "Tied on points and tickets; decided by the longest path",
    shared: "Tied in everything",
    resignation: "Won by resignation",
  } as Record<string, string>,
  finalScoring: "Final scoring",
  skipScoring: "Skip",
  completedTickets: (completed: number, all: number) => `${completed} of ${count(all, "ticket", "tickets")}`,
  result: "Result",
  scoreItems: {
    routes: "Routes",
    completed: "Completed tickets",
    incomplete: "Incomplete tickets",
    path: "Longest path",
    districts: "Districts",
    flags: "Flags",
    technologies: "Technologies",
  },
  total: "Total",
  rematch: "Rematch",
  toRematch: "Go to the rematch",
  replay: "Replay",
  download: "Download",
  savePicture: "Picture",
  share: "Share",
  showPath: "Show the path",
  fairness:
    "You can verify the deal: the seed below produces the fingerprint published at the start. Check it with “branchline verify”.",
  seed: "Seed",
  entropy: "Random numbers added by the players:",

  // Lists of games
  noGames: "No games here yet.",
  noOwnGames: "You have not played here yet.",
  noPublicGames: "There are no public games right now. Create a public table so that others can join or watch.",
  yourTurnBadge: "your turn",
  stages: { table: "waiting for players", playing: "in progress", over: "finished" } as Record<Stage, string>,
  publicGames: "Public games",
  openTables: "Open tables",
  inProgress: "In progress",
  finished: "Finished",
  openSavedGame: "Open a saved game",
  ago: (minutes: number) => {
    if (minutes < 1) return "just now";
    if (minutes < 60) return `${minutes} min ago`;
    return minutes < 2880 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`;
  },

  // Replay
  moveOf: (n: number, total: number) => `Move ${n} of ${total}`,
  firstMove: "Go to the start",
  previousMove: "Previous move",
  nextMove: "Next move",
  lastMove: "Go to the end",
  playReplay: "Play",
  pause: "Pause",
  speed: "Speed",
  viewAs: "View as",
  allSeeing: "All players",
  spectator: "Spectator",
  position: "Position",
  charts: "Charts",
  review: "Review",
  scoreChart: "Scores over time",
  winChart: "Chance of winning",
  winChartProgress: (percent: number) => `Calculating: ${percent}% done.`,
  winChartSoon: (seconds: number) => `The analysis will be ready in about ${count(seconds, "second", "seconds")}.`,
  copyMoveLink: "Copy a link to this move",

  // Rules page
  rules: "Rules",
  rulesOf: (map: string) => `How to play ${map}`,
  aboutMap: "About this map",
  rulebook: {
    goal: "Goal",
    goalText: (pieces: string) =>
      `You have ${pieces} and a few tickets, each naming two places. Claim routes to connect them before other players take the routes you need. The player with the most points wins.`,
    turn: "On your turn, do one of three things",
    drawCards: "Draw two cards, from the face-up cards or the deck. A face-up wild counts as both.",
    marketReset: (wilds: number) => `When ${wilds} of the face-up cards are wilds, all the face-up cards are replaced.`,
    claimRoute:
      "Claim a route: pay as many cards of its color as it has spaces. A gray route takes any single color. A wild replaces any card.",
    drawTickets: (deal: number, keep: number) => `Draw ${count(deal, "ticket", "tickets")} and keep at least ${keep}.`,
    routePoints: "Points for routes",
    spaces: "Spaces",
    points: "Points",
    cards: "Cards",
    doubles: "Double routes",
    doublesText: (players: number) =>
      `The two tracks of a double route are claimed separately, and no player may claim both. With fewer than ${players} players, claiming one track closes the other.`,
    tickets: "Tickets",
    ticketsText: (deal: number, keep: number) =>
      `At the start you are dealt ${deal} and keep at least ${keep}. A ticket is completed when your routes connect its two places. At the end, completed tickets add their points and the others subtract them. Tickets stay secret until then.`,
    wilds: "Making wilds",
    wildsText: (n: number) => `Any ${n} cards can take the place of one wild.`,
    technologies: "Technologies",
    technologiesText:
      "At the start of your turn you may buy one technology with wilds. Many routes cannot be claimed without one.",
    districts: "Districts",
    districtsText:
      "Every place belongs to a numbered district. At the end, each district whose places are all connected by your routes earns you its number in points.",
    flag: "The flag",
    flagText: (colors: string, points: number) =>
      `When you claim a ${colors} route, you may keep one of the cards you paid, at most one of each color. Once you have every color, you score ${points} points and start over.`,
    longestPath: "Longest path",
    longestPathText: (points: number) =>
      `At the end, the longest continuous path scores ${points} points. It may pass through a place more than once, but uses each route only once.`,
    end: "End of the game",
    endText: (pieces: number) =>
      `When a player ends a turn with ${count(pieces, "piece", "pieces")} or fewer, every player, including that one, takes one last turn. Then tickets are revealed and scored.`,
    ties: "Ties are broken by the number of completed tickets; players who are still tied share the victory.",
    tiesByPath:
      "Ties are broken by the number of completed tickets, then by the longest path; players who are still tied share the victory.",
    houseRules: "House rules (off by default)",
    undo: "Undo",
    undoText:
      "You may take back your last move, and everything after it, if the other people agree; bots always do. A move that showed you a hidden card or ticket stands. After an undo, the cards and tickets still to be drawn are shuffled again, so nobody gains from what was seen.",
  },

  // Tour
  tourTitle: "First game",
  tourSkip: "End the tour",
  tourNext: "Next",
  tourDone: "Finish",
  tourStep: (n: number, total: number) => `${n} of ${total}`,
  tourSteps: {
    tickets: {
      title: "Choose your tickets",
      text: (keep: number) =>
        `Each ticket names two places to connect. Point at one, or tap it, to see a short path on the board. Keep at least ${keep}, then press the button.`,
    },
    hand: {
      title: "Your hand",
      text: "These are your cards. To claim a route, you pay as many cards of its color as it has spaces.",
    },
    wilds: {
      title: "A wild is any color",
      text: "A wild stands for a card of any color: with one blue card and one wild you can pay for two blue spaces.",
    },
    draw: {
      title: "Draw a card",
      text: "Take a face-up card or draw from the deck. You draw two cards per turn, but a face-up wild counts as both.",
    },
    second: {
      title: "Draw your second card",
      text: "Draw another card. A crossed-out wild cannot be your second card.",
    },
    others: { title: "The other players’ turn", text: "Watch what they take and claim. The log describes every move." },
    gray: {
      title: "Colored and gray routes",
      text: "A colored route takes cards of its color. A gray route takes any color, but all its cards must have the same one. Wilds help with both.",
    },
    more: {
      title: "Collect more cards",
      text: "You cannot pay for a route yet. Draw two more cards this turn, and again on your next turns until you can.",
    },
    claim: {
      title: "Claim a route",
      text: "The routes you can pay for are highlighted. Select one, then choose how to pay.",
    },
    pay: {
      title: "Pay for it",
      text: "Choose which cards to pay with. Save your wilds for when nothing else will do.",
    },
    points: {
      title: "Points for routes",
      text: "Well done! The route is yours, and you have scored its points. Longer routes are worth much more:",
    },
    doubles: {
      title: "Double routes",
      text: (players: number) =>
        `Two tracks side by side are a double route. No player may claim both. With fewer than ${players} players, claiming one track closes the other for everyone.`,
    },
    missed: {
      title: "Tickets can cost points",
      text: "At the end, every completed ticket adds its points to your score, and every incomplete one subtracts them. Claim the routes you need before somebody else does.",
    },
    tickets2: {
      title: "Drawing more tickets",
      text: (deal: number, keep: number) =>
        `Instead of drawing cards or claiming a route, you can draw ${count(deal, "ticket", "tickets")} and keep at least ${keep}. This pays off once your tickets are complete and plenty of turns remain.`,
    },
    bonus: { title: "A bonus at the end" },
    count: {
      title: "The end and the final count",
      text: (pieces: string) =>
        `When a player has ${pieces} or fewer left, everyone takes one last turn. Then points for routes, tickets and bonuses are added up, and the highest total wins. Hints and the rules are in the bar above. Have fun!`,
    },
  },

  // Log lines
  narration: {
    started: "The game started.",
    optionsChanged: "The host changed the options.",
    rematch: "A rematch is ready.",
    marketReset: "There were too many face-up wilds, so all face-up cards were replaced.",
    reshuffled: "The discards were shuffled into a new deck.",
    technologyBack: (technology: string) => `${technology} is on sale again.`,
    technologyWithdrawn: (technology: string) => `${technology} is no longer on sale.`,
    gameOver: "The game is over.",
    satDown: (name: string) => `${name} sat down.`,
    seatChanged: (name: string) => (name ? `${name} took over a seat.` : "A seat is open."),
    outOfTime: (name: string) => `${name} ran out of time; the server played for them.`,
    undoRequested: (name: string, moves: number) => `${name} asks to undo ${count(moves, "move", "moves")}.`,
    undoDeclined: (name: string) => `${name} declined the undo.`,
    undone: (name: string, moves: number) => `${name} undid ${count(moves, "move", "moves")}.`,
    resigned: (name: string) => `${name} resigned.`,
    drewFromDeck: (name: string, color: string) =>
      `${name} drew ${color ? withArticle(card(color)) : "a card"} from the deck.`,
    tookFaceUp: (name: string, color: string) => `${name} took ${withArticle(card(color))}.`,
    drewTickets: (name: string, n: number) => `${name} drew ${count(n, "ticket", "tickets")}.`,
    choseFirstTickets: (name: string) => `${name} chose their first tickets.`,
    keptTickets: (name: string, n: number, tickets: string) =>
      `${name} kept ${count(n, "ticket", "tickets")}${tickets ? `: ${tickets}` : ""}.`,
    claimed: (name: string, route: string, cards: string, points: number) =>
      `${name} claimed ${route} with ${cards} for ${count(points, "point", "points")}.`,
    keptFlagCard: (name: string, color: string) => `${name} kept ${withArticle(card(color))} for the flag.`,
    completedFlag: (name: string, points: number) =>
      `${name} completed a flag for ${count(points, "point", "points")}.`,
    bought: (name: string, technology: string, cards: string) => `${name} bought ${technology} with ${cards}.`,
    passed: (name: string) => `${name} passed.`,
    lastRound: (name: string) => `${name} is almost out of pieces: everyone takes one last turn.`,
  },
};

export type Catalog = typeof en;

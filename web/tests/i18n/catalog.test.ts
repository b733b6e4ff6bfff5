import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { en } from "../../src/i18n/en";
import { fr } from "../../src/i18n/fr";
import { phrases, reasons, refusals } from "../../src/i18n/fr-server";

const ROOT = join(import.meta.dirname, "../..");
const PACKAGE = join(ROOT, "../src/branchline");

function texts(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf-8" })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(folder, name), "utf-8"));
}

type Entry = [path: string, value: unknown];

const isGroup = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Return every text of a catalog with its path, such as ["narration.started", "The game started."]. */
function entries(catalog: object, prefix = ""): Entry[] {
  return Object.entries(catalog).flatMap(([key, value]: [string, unknown]) =>
    isGroup(value) ? entries(value, `${prefix}${key}.`) : [[prefix + key, value] satisfies Entry],
  );
}

/** Return every text of a catalog as a reader would see it, with numbers for what is inserted. */
const rendered = (catalog: object): string[] =>
  entries(catalog)
    .filter(([path]) => path !== "playerName") // what a player typed is nobody's slip
    .map(([, value]) =>
      String(typeof value === "function" ? value(...Array.from({ length: value.length }, () => 2)) : value),
    );

/** Groups whose keys come from the wire and are looked up by name. */
const LOOKED_UP = [
  "appearances",
  "colors",
  "decidedBy",
  "levels",
  "noUndo",
  "routeRules",
  "scoreItems",
  "shown",
  "stages",
  "tourSteps",
  "trackSide",
];

test("every English text has a French one, of the same kind", () => {
  const kinds = (catalog: object): string[] => entries(catalog).map(([path, value]) => `${path}: ${typeof value}`);
  expect(kinds(fr)).toEqual(expect.arrayContaining(kinds(en)));
  expect(kinds(en)).toEqual(expect.arrayContaining(kinds(fr)));
});

test("French texts take the same arguments as English ones", () => {
  const french = new Map(entries(fr));
  for (const [path, value] of entries(en)) {
    if (typeof value === "function") expect(french.get(path), path).toHaveProperty("length", value.length);
  }
});

test("no text is unused", () => {
  const source = texts(join(ROOT, "src"), /(?<!en|fr)\.(ts|svelte)$/).join("\n");
  const paths = entries(en)
    .map(([path]) => path)
    .filter((path) => !LOOKED_UP.some((group) => path.startsWith(`${group}.`)) && !/\.\d+/.test(path));
  const isUsed = (path: string): boolean => {
    const [group, key] = path.split(".");
    const name = key === undefined ? `\\bt\\.${group}\\b` : `\\b(?:t\\.${group}|log)\\.${key}\\b`;
    return new RegExp(name).test(source);
  };
  expect(paths.filter((path) => !isUsed(path))).toEqual([]);
  expect(LOOKED_UP.filter((group) => !new RegExp(`\\bt\\.${group}\\b`).test(source))).toEqual([]);
});

test("English has American spelling and typographic quotes", () => {
  const slips = /colour|grey|favourite|\banew\b|reckon|\bmend|\.\.\.|\w'\w/i;
  expect(rendered(en).filter((text) => slips.test(text))).toEqual([]);
});

test("French has typographic apostrophes, and no-break spaces around its punctuation", () => {
  const said = [...rendered(fr), ...rendered({ phrases, reasons, refusals })];
  expect(said.filter((text) => /\p{L}[;!?]| [;:!?»%]|« |\p{L}'\p{L}|\.\.\./u.test(text))).toEqual([]);
});

test("everything that map files say has a French translation", () => {
  const quoted = /^(?:name|summary|note)\s*=\s*"(.+)"$|\b(?:effect|about)\s*=\s*"([^"]+)"(?!, options)/gm;
  const technology = /^"?([^"=\n]+?)"?\s*=\s*\{ copies/gm;
  const said = texts(join(PACKAGE, "maps"), /\.toml$/).flatMap((text) => [
    ...[...text.matchAll(quoted)].map((match) => match[1] ?? match[2]),
    ...[...text.matchAll(technology)].map((match) => match[1]),
  ]);
  expect(said.length).toBeGreaterThan(40);
  expect([...new Set(said)].filter((text) => !(text! in phrases))).toEqual([]);
});

test("every refusal of the server has a French translation", () => {
  const codes = texts(join(PACKAGE, "server"), /\.py$/).flatMap((text) =>
    [...text.matchAll(/\bRefusal\(\s*"([a-z_]+)"/g)].map((match) => match[1]!),
  );
  expect(codes.length).toBeGreaterThan(20);
  expect([...new Set(codes)].filter((code) => !(code in refusals))).toEqual([]);
});

test("French agrees in number and gender", () => {
  expect([fr.cardsOf(1, "black"), fr.cardsOf(2, "black"), fr.cardsOf(2, "orange"), fr.cardsOf(2, "wild")]).toEqual([
    "1 noire",
    "2 noires",
    "2 orange",
    "2 jokers",
  ]);
  expect(fr.routeColor("gray")).toBe("grise");
  expect(fr.take("white")).toBe("Prendre une carte blanche");
  expect(fr.take("wild")).toBe("Prendre un joker");
  expect([fr.ticketCount(1), fr.pieces(1, "train"), fr.pieces(0, "train")]).toEqual(["1 billet", "1 wagon", "0 wagon"]);
  expect(fr.districtProgress("1", 1, 3)).toContain("1 lieu relié sur 3");
  expect(fr.mapNumbers(1, 1, 2, 4)).toBe("1 lieu · 1 route · 2 à 4 joueurs");
  expect([fr.theirTurn("Ada"), fr.theirTurn("Grace")]).toEqual(["Au tour d’Ada", "Au tour de Grace"]);
});

test("English counts one piece and one ticket", () => {
  expect([en.pieces(1, "train"), en.pieces(2, "bus"), en.ticketCount(1)]).toEqual(["1 train", "2 buses", "1 ticket"]);
  expect(en.rulebook.endText(1)).toContain("1 piece or fewer");
});

test("an empty hand is no promise: at the end no card will come", () => {
  expect([en.handEmpty, fr.handEmpty].filter((text) => /yet|encore/.test(text))).toEqual([]);
});

test("names that the server gives are translated, those of people are not", () => {
  const names = ["Medium bot", "Expert bot 2", "Guest 1234", "Player 2", "Ada", "Guest of honor"];
  expect(names.map(fr.playerName)).toEqual([
    "Robot moyen",
    "Robot expert 2",
    "Invité 1234",
    "Joueur 2",
    "Ada",
    "Guest of honor",
  ]);
  expect(names.map(en.playerName)).toEqual(names);
});

test("a label is followed by a colon, in French with a no-break space before it", () => {
  expect(en.labeled("Replay", "London")).toBe("Replay: London");
  expect(fr.labeled("Revoir", "Londres")).toBe("Revoir\u00a0: Londres");
});

test("no component writes a colon of its own", () => {
  const components = texts(join(ROOT, "src"), /\.svelte$/).map((text) => text.replace(/<style>[\s\S]*<\/style>/, ""));
  const colons = components.flatMap((text) => text.match(/\{t\.\w+\}: |\$\{t\.[^}]*\}: |\}: \{t\./g) ?? []);
  expect(colons).toEqual([]);
});

test("a track is one half of a double route; everything else is a route", () => {
  const tracks = entries(en)
    .filter(([, value]) => /\btracks?\b/i.test(String(value)))
    .map(([path]) => path);
  const aboutDoubles = /otherTrack|trackSide|closedRoute|doubles/;
  expect(tracks.filter((path) => !aboutDoubles.test(path))).toEqual([]);
});

// The parts of a board that never change, as SVG text: painted once from the geometry, never touched again.
import type { CityMark, Geometry, Hatch, Layer, Shape, Sign, Words } from "../wire/types";

const HALO = 170;

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter] as string);

const at = (x: number, y: number, turn = 0, scale = 1): string =>
  `translate(${x.toFixed(1)} ${y.toFixed(1)})${turn ? `rotate(${turn.toFixed(2)})` : ""}${scale === 1 ? "" : `scale(${scale.toPrecision(5)})`}`;

const id = (name: string): string => name.replace(/[^a-z0-9]/gi, (letter) => `_${letter.charCodeAt(0).toString(16)}`);

function channels(color: string): number[] {
  return [1, 3, 5].map((from) => parseInt(color.slice(from, from + 2), 16));
}

export function mixed(first: string, second: string, part: number): string {
  const [a, b] = [channels(first), channels(second)];
  return `#${a.map((value, i) => Math.round(value + ((b[i] as number) - value) * part).toString(16).padStart(2, "0")).join("")}`;
}

export function readableOn(color: string): string {
  const [r, g, b] = channels(color).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (r as number) + 0.7152 * (g as number) + 0.0722 * (b as number) > 0.19 ? "#16181d" : "#ffffff";
}

export interface Painting { defs: string; below: string; rails: string; tracks: string[]; above: string; places: string }

export const hatched = (hatch: Hatch | undefined, color: string): string =>
  hatch?.path ? `<path d="${hatch.path}" stroke="${color}" stroke-width="${hatch.stroke}" stroke-linecap="round" fill="none"/>` : "";

class Painter {
  readonly letters = new Map<string, string>();

  constructor(readonly board: Geometry) {}

  all(): Painting {
    const { board } = this;
    const below = board.below.map((layer) => this.layer(layer)).join("");
    const above = board.above.map((layer) => this.layer(layer)).join("");
    const places = board.cities.map((city) => this.city(city)).join("");
    const tracks = board.tracks.map((_, index) => this.track(index));
    return { defs: this.defs(), below, rails: this.rails(), tracks, above, places };
  }

  defs(): string {
    const [w, h] = this.board.space;
    const box = `<rect id="r" x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="${this.board.corner}"/>`;
    const signs = Object.values(this.board.signs);
    const waves = hatched(this.board.hatches["waves"], "#47626f").replace("<path", '<path id="w"');
    const letters = [...this.letters].map(([name, outline]) => `<path id="${name}" d="${outline}"/>`).join("");
    return box + waves + signs.map((sign) => this.space(sign)).join("") + letters;
  }

  space(sign: Sign): string {
    const fill = `<use href="#r" fill="${sign.color}" stroke="${this.board.colors.ink}" stroke-width="1.1"/>`;
    const lines = hatched(this.board.hatches[sign.hatch], mixed(sign.color, sign.ink, 0.42));
    const symbol = sign.symbol ? `<path id="y${id(sign.name)}" d="${sign.symbol}"/>` : "";
    return `<g id="s${id(sign.name)}">${fill}${lines}</g>${symbol}`;
  }

  layer(layer: Layer): string {
    return (layer.shapes ?? []).map((shape) => this.shape(shape)).join("") + (layer.words ?? []).map((words) => this.words(words)).join("");
  }

  shape(shape: Shape): string {
    const { stroke = "none", width = 0, opacity = 1, x = 0, y = 0, scale = 1 } = shape;
    const line = stroke !== "none" && width > 0
      ? ` stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"${shape.dash ? ` stroke-dasharray="${shape.dash}"` : ""}` : "";
    const place = x || y ? ` transform="${at(x, y, 0, scale)}"` : "";
    return `<path d="${shape.path}" fill="${shape.fill ?? "none"}"${line}${opacity < 1 ? ` opacity="${opacity}"` : ""}${place}/>`;
  }

  words(words: Words): string {
    const face = this.board.faces[words.face ?? "label"];
    const anchor = words.anchor ?? "middle";
    const halo = words.halo ? (wide: number) => ` stroke="${words.halo}" stroke-width="${wide}" stroke-linejoin="round" paint-order="stroke" stroke-opacity=".85"` : () => "";
    if (!face || [...words.text].some((letter) => !(letter in face.letters))) {
      return `<text transform="${at(words.x, words.y, words.turn)}" font-size="${words.size}" font-family="${face?.family ?? ""}, sans-serif" ` +
        `font-weight="${face?.weight ?? 400}" text-anchor="${anchor}" fill="${words.color}"${halo((HALO * words.size) / 1000)}>${escape(words.text)}</text>`;
    }
    let along = 0;
    const uses: [string, number][] = [];
    [...words.text].forEach((letter, index, text) => {
      const name = `${(words.face ?? "label")[0]}${letter.codePointAt(0)?.toString(16)}`;
      const [advance, outline] = face.letters[letter] as [number, string];
      this.letters.set(name, outline);
      if (letter !== " ") uses.push([name, along]);
      along += advance + (words.spacing ?? 0) + (face.kerning[letter + (text[index + 1] ?? "")] ?? 0);
    });
    const start = -(along - (words.spacing ?? 0)) * { start: 0, middle: 0.5, end: 1 }[anchor];
    const drawn = uses.map(([name, x]) => `<use href="#${name}" x="${(1000 * (start + x)).toFixed(0)}"/>`).join("");
    return `<g transform="${at(words.x, words.y, words.turn, words.size / 1000)}" fill="${words.color}"${halo(HALO)}>${drawn}</g>`;
  }

  rails(): string {
    return this.board.tracks.map((track) => `<path d="${track.path}"${track.ferry ? ' stroke-dasharray="3 3"' : ""}/>`).join("");
  }

  track(index: number): string {
    const track = this.board.tracks[index]!;
    return track.spaces.map(([x, y, turn], place) => {
      const waves = track.ferry ? `<use href="#w" transform="${at(x, y, turn)}"/>` : "";
      return `<use href="#s${id(track.color)}" transform="${at(x, y, turn)}"/>${waves}${this.symbol(index, place)}`;
    }).join("");
  }

  symbol(index: number, place: number): string {
    const track = this.board.tracks[index]!;
    const wild = (track.wilds ?? []).includes(place);
    const sign = this.board.signs[wild ? "wild" : track.color];
    if (!sign?.symbol) return "";
    const [x, y] = track.spaces[place]!;
    const edge = wild ? ` stroke="${this.board.colors.ink}" stroke-width=".16"` : "";
    return `<use href="#y${id(sign.name)}" transform="${at(x, y, 0, this.board.space[1] * (wild ? 0.46 : 0.3))}" fill="${wild ? sign.color : sign.ink}"${edge}/>`;
  }

  city(city: CityMark): string {
    return this.mark(city) + (city.plate ? this.plate(city) : "") + city.lines.map((words) => this.words(words)).join("");
  }

  plate(city: CityMark): string {
    const [x, y, w, h] = city.box;
    const { ink, paper } = this.board.colors;
    return `<rect x="${x - 5}" y="${y - 3}" width="${w + 10}" height="${h + 6}" rx="3" fill="${ink}"/>` +
      `<rect x="${x - 3}" y="${y - 1}" width="${w + 6}" height="${h + 2}" rx="2" fill="none" stroke="${paper}"/>`;
  }

  mark(city: CityMark): string {
    const { ink, paper, accent } = this.board.colors;
    const circle = (r: number, fill: string, edge = "") => `<circle cx="${city.x}" cy="${city.y}" r="${r}" fill="${fill}"${edge}/>`;
    const edge = ` stroke="${ink}" stroke-width="1.6"`;
    if (city.district) {
      const tint = city.tint ?? paper;
      const size = Math.round(13.5 * city.radius) / 10;
      const number = { text: city.district, x: city.x, y: city.y + 0.34 * size, size, color: readableOn(tint) };
      return circle(city.radius, tint, edge) + this.words(number);
    }
    return circle(city.radius - 0.8, paper, edge) + circle(0.52 * city.radius, accent);
  }
}

const painted = new WeakMap<Geometry, Painting>();

export function painting(board: Geometry): Painting {
  let found = painted.get(board);
  if (!found) painted.set(board, (found = new Painter(board).all()));
  return found;
}

const wrapped = (board: Geometry, inside: string): string =>
  URL.createObjectURL(new Blob(
    [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${board.width} ${board.height}" width="${board.width}" height="${board.height}">${inside}</svg>`],
    { type: "image/svg+xml" },
  ));

export interface Sheets { ground: string; labels: string }
const sheets = new WeakMap<Geometry, Sheets>();

/** The board as two pictures, below and above the pieces: the page itself has none of their thousands of nodes. */
export function sheetsOf(board: Geometry): Sheets {
  let found = sheets.get(board);
  if (!found) {
    const { defs, below, rails, tracks, above, places } = painting(board);
    const { width, height, colors } = board;
    const ground = `<rect width="${width}" height="${height}" rx="6" fill="${colors.paper}"/><svg width="${width}" height="${height}">${below}</svg>` +
      `<g fill="none" stroke-width="1.5" stroke-opacity=".55" stroke="${colors.ink}">${rails}</g>${tracks.join("")}${above}` +
      `<rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="6" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="2"/>`;
    found = { ground: wrapped(board, `<defs>${defs}</defs>${ground}`), labels: wrapped(board, `<defs>${defs}</defs>${places}`) };
    sheets.set(board, found);
  }
  return found;
}

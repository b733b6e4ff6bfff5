import type { Geometry } from "../wire/types";

/** Return the color at the fraction `part` of the way from the first to the second. */
function mixed(first: string, second: string, part: number): string {
  const channels = (color: string): number[] => [1, 3, 5].map((from) => parseInt(color.slice(from, from + 2), 16));
  const other = channels(second);
  return `#${channels(first)
    .map((value, i) =>
      Math.round(value + (other[i]! - value) * part)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

// Original drawings of a wagon, a bus and an engine on a canvas of 100 × 66, filled with the card's ink.
const WHEEL = (x: number, r = 5.2): string => `M${x - r} 50a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const WAGON =
  "M20 20Q50 13 80 20V24H20ZM22 25H78V45H22ZM15 44H85V47H15ZM28 29V38H37V29ZM41.5 29V38H50.5V29ZM55 29V38H64V29ZM67.5 29V38H73V29Z" +
  WHEEL(33) +
  WHEEL(67);
const BUS =
  "M24 13H72Q79 13 79 20V47H21V16Q21 13 24 13ZM26 17V25H36V17ZM39 17V25H49V17ZM52 17V25H62V17ZM65 17V25H75V21Q75 17 71 17ZM26 30V39H36V30ZM39 30V39H49V30ZM52 30V39H62V30ZM66 30V47H73V30Z" +
  WHEEL(34, 5.8) +
  WHEEL(66, 5.8);
const ENGINE =
  "M19 17H38V21H36V45H22V21H19ZM25 24V32H33V24ZM38 27H74Q79 27 79 34V45H38ZM68 15H76L74 27H70ZM52 21Q56 17 60 21V27H52ZM80 40L88 47H80ZM17 45H82V48H17Z" +
  WHEEL(29, 6) +
  WHEEL(48, 6) +
  WHEEL(67, 6);

function silhouette(piece: string, wild: boolean): string {
  if (piece === "bus") return BUS;
  return wild ? ENGINE : WAGON;
}

const TILES = [0, 1, 2, 3].flatMap((row) => [0, 1].map((column) => [column, row] as const));

function back(board: Geometry): string {
  const { ink, paper, accent } = board.colors;
  const sleepers = [14, 26, 38, 50, 62, 74, 86].map((x) => `M${x} 25V41`).join("");
  return (
    `<rect x="5" y="5" width="90" height="56" rx="5" fill="${ink}"/><rect x="8" y="8" width="84" height="50" rx="3" fill="none" stroke="${paper}" stroke-opacity=".35"/>` +
    `<path d="M9 28H91M9 38H91${sleepers}" stroke="${paper}" stroke-opacity=".5" stroke-width="2"/>` +
    `<circle cx="50" cy="33" r="15" fill="${paper}"/><path d="${board.signs.wild!.symbol}" transform="translate(50 33)scale(9.5)" fill="${accent}"/>`
  );
}

function bands(board: Geometry): string {
  const others = Object.values(board.signs).filter((sign) => sign.name !== "gray" && sign.name !== "wild");
  const wide = 90 / others.length;
  return others
    .map((sign, i) =>
      [5, 52]
        .map((y) => `<rect x="${5 + wide * i}" y="${y}" width="${wide + 0.3}" height="9" fill="${sign.color}"/>`)
        .join(""),
    )
    .join("");
}

function front(board: Geometry, color: string): string {
  const sign = board.signs[color] ?? board.signs.gray!;
  const wild = color === "wild";
  const hatch = board.hatches[sign.hatch];
  const [length, width] = board.space;
  const tiles = hatch?.path
    ? TILES.map(
        ([column, row]) =>
          `<path d="${hatch.path}" transform="translate(${(column + 0.5) * length} ${(row + 0.5) * width})"/>`,
      ).join("")
    : "";
  const lines = `<svg x="5" y="5" width="90" height="56"><g transform="scale(${45 / length})" stroke="${mixed(sign.color, sign.ink, 0.24)}" stroke-width="${hatch?.stroke ?? 1}" stroke-linecap="round" fill="none">${tiles}</g></svg>`;
  const ink = mixed(sign.color, sign.ink, 0.82);
  const badge = wild ? "#8a5a00" : mixed(sign.color, "#000000", sign.ink === "#ffffff" ? 0.15 : 0.5);
  return (
    `<rect x="5" y="5" width="90" height="56" rx="5" fill="${sign.color}"/>${wild ? bands(board) : lines}` +
    `<ellipse cx="52" cy="54.5" rx="34" ry="3.4" fill="#000" fill-opacity=".2"/>` +
    `<path d="${silhouette(board.piece, wild)}" fill="${ink}" fill-rule="evenodd" transform="translate(3.5 ${wild ? 1 : 4}) scale(.93)"/>` +
    `<circle cx="16" cy="16" r="9.5" fill="#fffaf0"/><path d="${sign.symbol}" transform="translate(16 16)scale(5.6)" fill="${badge}"/>`
  );
}

const pictures = new WeakMap<Geometry, Map<string, string>>();

/** Return the URL of a card's picture, or of the back of a card. Each kind of card is drawn once. */
export function cardPicture(board: Geometry, color: string | undefined): string {
  let drawn = pictures.get(board);
  if (!drawn) {
    drawn = new Map();
    pictures.set(board, drawn);
  }
  const kind = color ?? "back";
  let url = drawn.get(kind);
  if (!url) {
    const inside = color === undefined ? back(board) : front(board, color);
    const text =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 102 69" width="306" height="207"><rect x="1" y="2.6" width="100" height="66" rx="8.5" fill="#000" fill-opacity=".2"/>` +
      `<g transform="translate(1 .6)"><rect x=".5" y=".5" width="99" height="65" rx="8" fill="#fffaf0" stroke="#000" stroke-opacity=".38"/>${inside}</g></svg>`;
    url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    drawn.set(kind, url);
  }
  return url;
}

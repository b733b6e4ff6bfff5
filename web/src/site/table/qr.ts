import { encode } from "uqr";

/** Return a QR code as one SVG path, with a unit square for each dark module. */
export function qrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 0 });
  const squares = data.flatMap((line, y) => line.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size, path: squares.join("") };
}

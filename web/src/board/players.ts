// The players' signs, which `python -m tools.player_signs` writes: each color has a symbol, so that color is never the only sign.
import signs from "./player_signs.json";

export interface PlayerSign {
  name: string;
  color: string;
  ink: string;
  edge: string;
  symbol: string;
}

export const signOf = (color: string | undefined): PlayerSign =>
  (signs as Record<string, PlayerSign>)[color ?? ""] ?? signs.navy;

// The signs of players: each color has a symbol and a hatch of its own, so that color is never the only sign.
export interface PlayerSign { color: string; ink: string; symbol: string; hatch: string }

const DISC = "M-.85 0A.85.85 0 1 1 .85 0A.85.85 0 1 1-.85 0Z";
const SIGNS: Record<string, PlayerSign> = {
  red: { color: "#d0202f", ink: "#ffffff", symbol: DISC, hatch: "none" },
  blue: { color: "#1d5fc4", ink: "#ffffff", symbol: "M-.82-.82H.82V.82H-.82Z", hatch: "lines" },
  green: { color: "#1a7a43", ink: "#ffffff", symbol: "M0-1L1 .8H-1Z", hatch: "bars" },
  yellow: { color: "#f5c518", ink: "#241c00", symbol: "M0-1.1L.8 0 0 1.1-.8 0Z", hatch: "dots" },
  black: {
    color: "#2a2a30", ink: "#ffffff", hatch: "crossed",
    symbol: "M0-1L.26-.36.95-.31.43.14.59.81 0 .45-.59.81-.43.14-.95-.31-.26-.36Z",
  },
  purple: { color: "#7d3ea3", ink: "#ffffff", symbol: "M-.34-1H.34V-.34H1V.34H.34V1H-.34V.34H-1V-.34H-.34Z", hatch: "falling" },
  orange: { color: "#e2761b", ink: "#241200", symbol: "M0-1.1C.4-.5.8-.1.8.35A.8.75 0 0 1-.8.35C-.8-.1-.4-.5 0-1.1Z", hatch: "rising" },
  white: { color: "#f7f3e8", ink: "#24211a", symbol: "M0 1C-.6.5-1 .1-1-.35A.52.52 0 0 1 0-.5A.52.52 0 0 1 1-.35C1 .1.6.5 0 1Z", hatch: "zigzag" },
};

export const signOf = (color: string): PlayerSign => SIGNS[color] ?? (SIGNS["black"] as PlayerSign);

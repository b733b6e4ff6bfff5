// A bot in another language: branchline simulate --players "cmd:node examples/stdio_bot.mjs,random"
//
// Each line on standard input is an object: {"type": "start", seat, seed, board} once a game, then
// {"type": "choose", seconds, view, legal} for every decision. The answer is one line: {"choice": place in legal},
// or {"action": "draw deck"}. This one claims the route with most points, and draws cards otherwise.
import { createInterface } from "node:readline";

let board = null;

function points(action) {
  const match = /^claim (.+?)(?: #\d+)? [^ ]+×\d+/.exec(action);
  if (!match) return action.startsWith("draw") ? 0 : -1;
  const [a, b] = match[1].split("–");
  const between = board.routes.filter((route) => {
    const ends = [board.cities[route.a], board.cities[route.b]];
    return ends.includes(a) && ends.includes(b);
  });
  return Math.max(1, ...between.map((route) => route.points));
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "start") board = message.board;
  if (message.type !== "choose") continue;
  const worth = message.legal.map(points);
  const choice = worth.indexOf(Math.max(...worth));
  process.stdout.write(`${JSON.stringify({ choice })}\n`);
}

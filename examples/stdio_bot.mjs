// A bot in another language: branchline simulate --players "cmd:node examples/stdio_bot.mjs,random"
//
// Each line on standard input is an object: {"type": "start", you, seed, facts} once a game, then
// {"type": "choose", seconds, state, actions} for every decision. Facts and state are those that a browser gets
// (docs/wire.md). The answer is one line, with an action as a browser sends it. {"text": "draw deck"} and
// {"choice": 0}, a place in the list `actions`, are accepted as well.
// This bot claims the route with the most points, and draws cards otherwise.
import { createInterface } from "node:readline";

let facts = null;

function choose({ offer, legal }) {
  if (offer) return { action: "keep", tickets: [...Array(offer.least).keys()] };
  const routes = Object.keys(legal.claims);
  if (routes.length) {
    const route = routes.reduce((best, other) => (facts.routes[other].points > facts.routes[best].points ? other : best));
    return { action: "claim", route: Number(route), cards: legal.claims[route].pay[0] };
  }
  if (legal.draw.length) return { action: "draw", card: legal.draw.at(-1) };
  return legal.tickets ? { action: "tickets" } : { action: "pass" };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "start") facts = message.facts;
  if (message.type === "choose") console.log(JSON.stringify({ action: choose(message.state) }));
}

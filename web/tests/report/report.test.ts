import { describe, expect, it } from "vitest";
import { colorBoard } from "../../src/report/heat";
import { curveSeries, nameOf, partSeries, scoreSeries } from "../../src/report/series";
import { sortTables } from "../../src/report/tables";
import type { BotSummary, Heat, ReportData, Run } from "../../src/report/types";

function bot(name: string, parts: Record<string, number>): BotSummary {
  const none: [number, number] = [0, 1];
  return {
    bot: name,
    games: 4,
    wins: 2,
    win_rate: 0.5,
    interval: none,
    score: 10,
    score_interval: none,
    parts,
    tickets_made: 1,
    tickets_missed: 0,
    by_seat: [0.5, 0.5],
  };
}

function run(label: string, first: string, second: string): Run {
  const bots = [bot(first, { routes: 8, flags: 0 }), bot(second, { routes: 5, flags: 0 })];
  return {
    label,
    title: "Mini",
    clock: null,
    summary: { map: "mini", players: 2, options: [], seed: 1, games: 4, turns: 9, bots, seats: [0.5, 0.5] },
    styles: [],
    scores: [
      { lowest: -3, counts: [1, 0, 0, 3] },
      { lowest: 60, counts: [4] },
    ],
    curves: [
      [0, 4, 8],
      [0, 1, 5],
    ],
    seats: [],
    tickets: [],
    routes: [],
  };
}

const ONE: ReportData = { run: run("this run", "planner", "greedy"), heat: [] };
const TWO: ReportData = { ...ONE, other: run("old.html", "planner", "random") };

describe("series", () => {
  it("puts the scores of all bots into the same bins, in percent of the games of each", () => {
    const { width, series } = scoreSeries(ONE);
    expect(width).toBe(5);
    expect(series.map((each) => each.points[0]![0])).toEqual([-5, -5]);
    expect(series[0]!.points.filter(([, height]) => height)).toEqual([
      [-5, 25],
      [0, 75],
    ]);
    expect(series[1]!.points.at(-1)).toEqual([60, 100]);
  });

  it("shows the course of a game in percent", () => {
    expect(curveSeries(ONE)[1]!.points).toEqual([
      [0, 0],
      [50, 1],
      [100, 5],
    ]);
  });

  it("leaves out the parts of a score that nobody has", () => {
    expect(partSeries(ONE)).toEqual({ bots: ["planner", "greedy"], parts: [{ name: "routes", points: [8, 5] }] });
  });

  it("names the run of a bot if there are two, and tells equal bots apart", () => {
    expect(scoreSeries(TWO).series.map((each) => [each.name, each.isOther])).toEqual([
      ["planner, this run", false],
      ["greedy, this run", false],
      ["planner, old.html", true],
      ["random, old.html", true],
    ]);
    const equal: ReportData = { run: run("this run", "greedy", "greedy"), heat: [] };
    expect([0, 1].map((index) => nameOf(equal, equal.run, index))).toEqual(["greedy (1)", "greedy (2)"]);
  });
});

describe("tables", () => {
  function column(table: Element, place: number): (string | null)[] {
    return [...table.querySelectorAll(`tbody td:nth-child(${place})`)].map((cell) => cell.textContent);
  }

  it("sort by numbers from the highest, by texts from A, and the other way at a second click", () => {
    document.body.innerHTML = `<table><thead><tr><th>ticket</th><th>worth</th></tr></thead><tbody>
      <tr><td>Oslo</td><td data-value="-2">-2</td></tr><tr><td>Bonn</td><td data-value="10">+10</td></tr>
      <tr><td>Nice</td><td data-value="9">+9</td></tr></tbody></table>`;
    sortTables(document);
    const table = document.querySelector("table")!;
    const [names, worth] = table.querySelectorAll<HTMLElement>("th button");
    worth!.click();
    expect(column(table, 2)).toEqual(["+10", "+9", "-2"]);
    expect(table.querySelectorAll("th")[1]!.getAttribute("aria-sort")).toBe("descending");
    worth!.click();
    expect(column(table, 2)).toEqual(["-2", "+9", "+10"]);
    names!.click();
    expect(column(table, 1)).toEqual(["Bonn", "Nice", "Oslo"]);
    expect(table.querySelectorAll("[aria-sort]")).toHaveLength(1);
  });
});

describe("the board", () => {
  it("takes the colors that are chosen and shows the figures of a route", () => {
    const heat = (name: string): Heat => ({
      name,
      note: `${name} note`,
      low: "0%",
      high: "80%",
      gradient: ["#fff", "#000"],
      colors: [`${name} color`],
      widths: [0.5],
      tips: [`${name} figures`],
    });
    document.body.innerHTML = `<input type="radio" name="heat" value="0"><input type="radio" name="heat" value="1">
      <p id="heat-note"></p><i id="heat-low"></i><i id="heat-high"></i><i id="heat-scale"></i><p id="heat-tip"></p>
      <svg class="board"><g class="heat" data-width="20"><path stroke="red"><title>first</title></path></g></svg>`;
    colorBoard(document, [heat("Claimed"), heat("Wins")]);
    const route = document.querySelector("path")!;
    document.querySelectorAll("input")[1]!.dispatchEvent(new Event("change"));
    expect([route.getAttribute("stroke"), route.getAttribute("stroke-width")]).toEqual(["Wins color", "10"]);
    expect(document.getElementById("heat-note")!.textContent).toBe("Wins note");
    route.dispatchEvent(new Event("click"));
    expect(document.getElementById("heat-tip")!.textContent).toBe("Wins figures");
  });
});

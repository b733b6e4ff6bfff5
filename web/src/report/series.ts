// The numbers of a report as the series of its charts.
import type { ReportData, Run, ScoreCounts } from "./types";

export type Point = [number, number];
export interface Series {
  name: string;
  /** The number of the bot, which gives the series its color. */
  bot: number;
  /** Whether it belongs to the run that this one is compared with. */
  isOther: boolean;
  points: Point[];
}

const BINS = 30;
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];

/** Return the runs of a report. */
export function runs(data: ReportData): Run[] {
  return data.other ? [data.run, data.other] : [data.run];
}

/** Return the name of a bot, with that of its run if there are two. */
export function nameOf(data: ReportData, run: Run, bot: number): string {
  const spec = run.summary.bots[bot]!.bot;
  const isTwice = run.summary.bots.filter((each) => each.bot === spec).length > 1;
  const name = isTwice ? `${spec} (${bot + 1})` : spec;
  return data.other ? `${name}, ${run.label}` : name;
}

/** Return the distribution of the scores of every bot, in percent of its games, all with the same round bins. */
export function scoreSeries(data: ReportData): { width: number; series: Series[] } {
  const all = runs(data).flatMap((run) => run.scores);
  const lowest = Math.min(...all.map((scores) => scores.lowest));
  const highest = Math.max(...all.map((scores) => scores.lowest + scores.counts.length - 1));
  const width = STEPS.find((step) => (highest - lowest + 1) / step <= BINS) ?? STEPS.at(-1)!;
  const first = Math.floor(lowest / width);
  const bins = Math.floor(highest / width) - first + 1;
  const series = botSeries(data, (run, bot) => distribution(run.scores[bot]!, width, first, bins));
  return { width, series };
}

function distribution(scores: ScoreCounts, width: number, first: number, bins: number): Point[] {
  const heights = new Array<number>(bins).fill(0);
  let games = 0;
  scores.counts.forEach((count, index) => {
    const bin = Math.floor((scores.lowest + index) / width) - first;
    heights[bin] = heights[bin]! + count;
    games += count;
  });
  return heights.map((height, bin) => [(first + bin) * width, (100 * height) / games]);
}

/** Return the mean score of every bot in the course of a game, by percent of the game. */
export function curveSeries(data: ReportData): Series[] {
  return botSeries(data, (run, bot) => {
    const curve = run.curves[bot] ?? [];
    return curve.map((points, step): Point => [(100 * step) / (curve.length - 1), points]);
  });
}

function botSeries(data: ReportData, points: (run: Run, bot: number) => Point[]): Series[] {
  return runs(data).flatMap((run) =>
    run.summary.bots.map((_, bot) => ({
      name: nameOf(data, run, bot),
      bot,
      isOther: run !== data.run,
      points: points(run, bot),
    })),
  );
}

/** Return the parts of a score that any bot has, and the mean of each bot. */
export function partSeries(data: ReportData): { bots: string[]; parts: { name: string; points: number[] }[] } {
  const entries = runs(data).flatMap((run) =>
    run.summary.bots.map((bot, index) => ({ bot, name: nameOf(data, run, index) })),
  );
  const names = Object.keys(data.run.summary.bots[0]!.parts);
  const parts = names.map((name) => ({ name, points: entries.map(({ bot }) => bot.parts[name] ?? 0) }));
  return { bots: entries.map(({ name }) => name), parts: parts.filter((part) => part.points.some((mean) => mean)) };
}

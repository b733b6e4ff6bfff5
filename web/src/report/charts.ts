// The charts of a report, by ECharts. Texts take their color from the style of the page, so that they are readable in
// light and dark mode and in print.
import { BarChart, LineChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from "echarts/components";
import { type EChartsCoreOption, type EChartsType, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { curveSeries, partSeries, runs, type Series, scoreSeries } from "./series";
import type { ReportData } from "./types";

use([
  AriaComponent,
  BarChart,
  GridComponent,
  LegendComponent,
  LineChart,
  MarkLineComponent,
  SVGRenderer,
  TooltipComponent,
]);

/** The width in pixels below which a legend needs more lines. */
const NARROW = 480;
/** One for each bot or part; they differ in lightness, and are visible on light and dark paper. */
const COLORS = ["#2b83ba", "#d1495b", "#5f9e3a", "#9a6bb0", "#c98a1b", "#3aa6a0", "#8a8f98"];
const GRAY = "#88888866";
const FONT = "system-ui, sans-serif"; // by name, because texts are measured before they are in the page

const CHARTS: Record<string, (data: ReportData) => EChartsCoreOption> = {
  scores: scoreChart,
  parts: partChart,
  curves: curveChart,
  seats: seatChart,
};

/** Draw every chart that the page has a place for, and keep it as wide as its place. */
export function drawCharts(root: ParentNode, data: ReportData): void {
  const drawn = new Map<Element, EChartsType>();
  const observer = new ResizeObserver((entries) => {
    if (matchMedia("print").matches) return; // where the style scales them
    for (const entry of entries) {
      drawn.get(entry.target)?.resize();
      makeScalable(entry.target);
    }
  });
  for (const place of root.querySelectorAll<HTMLElement>("[data-chart]")) {
    const option = CHARTS[place.dataset.chart!]!(data);
    const chart = init(place, null, { renderer: "svg" });
    chart.setOption({ ...common(place.clientWidth < NARROW), ...option });
    makeScalable(place);
    drawn.set(place, chart);
    observer.observe(place);
  }
}

/** Let the style of the print scale a chart, which it could otherwise only cut off. */
function makeScalable(place: Element): void {
  const picture = place.querySelector("svg")!;
  picture.setAttribute("viewBox", `0 0 ${picture.getAttribute("width")} ${picture.getAttribute("height")}`);
}

function common(isNarrow = false): EChartsCoreOption {
  return {
    animation: false,
    aria: { enabled: true },
    color: COLORS,
    textStyle: { fontFamily: FONT, fontSize: 13 },
    legend: { top: 0, type: "plain", itemWidth: 22, textStyle: { fontFamily: FONT } },
    tooltip: {
      trigger: "axis",
      confine: true,
      className: "tip",
      backgroundColor: "var(--card)",
      borderColor: "var(--line)",
      textStyle: { color: "var(--ink)", fontFamily: FONT },
    },
    // The names of a comparison take three lines on a phone.
    grid: { top: isNarrow ? 88 : 64, left: 8, right: 20, bottom: 26, containLabel: true },
  };
}

function axis(more: object): object {
  return {
    type: "value",
    nameLocation: "middle",
    nameGap: 26,
    axisLine: { lineStyle: { color: GRAY } },
    splitLine: { lineStyle: { color: GRAY } },
    ...more,
  };
}

function percent(value: unknown): string {
  return `${Number(value).toFixed(1)} %`;
}

function lineSeries(series: Series[], more: object): object[] {
  return series.map((each) => ({
    type: "line",
    name: each.name,
    data: each.points,
    showSymbol: false,
    color: COLORS[each.bot % COLORS.length],
    lineStyle: { width: 2.5, type: each.isOther ? "dashed" : "solid", opacity: each.isOther ? 0.75 : 1 },
    ...more,
  }));
}

function scoreChart(data: ReportData): EChartsCoreOption {
  const { width, series } = scoreSeries(data);
  const span = (from: number) => (width === 1 ? `${from} points` : `${from} to ${from + width - 1} points`);
  return {
    xAxis: axis({ name: "points", scale: true }),
    yAxis: axis({ axisLabel: { formatter: "{value} %" } }),
    series: lineSeries(series, { step: "end", areaStyle: { opacity: data.other ? 0 : 0.12 } }),
    tooltip: {
      ...(common().tooltip as object),
      formatter: (shown: { seriesName: string; marker: string; value: [number, number] }[]) =>
        [
          span(shown[0]!.value[0]),
          ...shown.map((s) => `${s.marker}${escaped(s.seriesName)}: ${percent(s.value[1])}`),
        ].join("<br>"),
    },
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function curveChart(data: ReportData): EChartsCoreOption {
  return {
    xAxis: axis({ name: "of the game", max: 100, axisLabel: { formatter: "{value} %" } }),
    yAxis: axis({}),
    series: lineSeries(curveSeries(data), { smooth: 0.2 }),
    tooltip: { ...(common().tooltip as object), valueFormatter: (value: unknown) => Number(value).toFixed(1) },
  };
}

function partChart(data: ReportData): EChartsCoreOption {
  const { bots, parts } = partSeries(data);
  return {
    xAxis: axis({ name: "points" }),
    yAxis: {
      type: "category",
      data: bots,
      inverse: true,
      axisLabel: { width: 110, overflow: "break", lineHeight: 15 },
    },
    series: parts.map((part) => ({ type: "bar", stack: "score", name: part.name, data: part.points, barMaxWidth: 34 })),
    tooltip: {
      ...(common().tooltip as object),
      axisPointer: { type: "shadow" },
      valueFormatter: (value: unknown) => Number(value).toFixed(1),
    },
  };
}

function seatChart(data: ReportData): EChartsCoreOption {
  const seats = data.run.seats.map((seat) => `seat ${seat.seat + 1}`);
  const even = 100 / data.run.summary.players;
  const comparable = runs(data).filter((run) => run.seats.length === seats.length);
  return {
    xAxis: { type: "category", data: seats },
    yAxis: axis({ min: 0, axisLabel: { formatter: "{value} %" } }),
    series: comparable.map((run, index) => ({
      type: "bar",
      name: data.other ? run.label : "wins",
      data: run.seats.map((seat) => 100 * seat.win_rate),
      barMaxWidth: 60,
      itemStyle: { opacity: index ? 0.6 : 1 },
      markLine: index
        ? undefined
        : {
            silent: true,
            symbol: "none",
            label: { show: false },
            data: [{ yAxis: even }],
            lineStyle: { type: "dashed" },
          },
    })),
    legend: { top: 0, show: data.other !== undefined },
    grid: { top: data.other ? 40 : 16, left: 8, right: 20, bottom: 10, containLabel: true },
    tooltip: { ...(common().tooltip as object), axisPointer: { type: "shadow" }, valueFormatter: percent },
  };
}

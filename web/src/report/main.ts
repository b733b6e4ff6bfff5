// The script of a report: charts, tables that sort, and the colors of the board. The data are in the page.
import "./report.css";
import { drawCharts } from "./charts";
import { colorBoard } from "./heat";
import { sortTables } from "./tables";
import type { ReportData } from "./types";

const data: ReportData = JSON.parse(document.getElementById("data")!.textContent!);
sortTables(document);
colorBoard(document, data.heat);
drawCharts(document, data);

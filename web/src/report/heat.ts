// The colors of the routes on the board: one of several ways at a time, and the figures of a route that is pointed at.
import type { Heat } from "./types";

/** Let the choices above the board color it, and show the figures of a route below it. */
export function colorBoard(root: Document, heats: Heat[]): void {
  const group = root.querySelector<SVGGElement>("svg.board .heat");
  if (!group) return;
  const routes = [...group.querySelectorAll("path")];
  const tip = root.getElementById("heat-tip")!;
  for (const choice of root.querySelectorAll<HTMLInputElement>("input[name=heat]")) {
    choice.addEventListener("change", () => show(root, group, routes, heats[Number(choice.value)]!));
  }
  for (const route of routes) {
    for (const event of ["pointerenter", "click"]) {
      route.addEventListener(event, () => {
        for (const each of routes) each.classList.toggle("pointed-at", each === route);
        tip.textContent = route.querySelector("title")!.textContent;
      });
    }
  }
}

function show(root: Document, group: SVGGElement, routes: SVGPathElement[], heat: Heat): void {
  const width = Number(group.dataset.width);
  routes.forEach((route, index) => {
    route.setAttribute("stroke", heat.colors[index]!);
    route.setAttribute("stroke-width", String(width * heat.widths[index]!));
    route.querySelector("title")!.textContent = heat.tips[index]!;
  });
  root.getElementById("heat-note")!.textContent = heat.note;
  root.getElementById("heat-low")!.textContent = heat.low;
  root.getElementById("heat-high")!.textContent = heat.high;
  root.getElementById("heat-scale")!.style.background = `linear-gradient(90deg,${heat.gradient.join(",")})`;
}

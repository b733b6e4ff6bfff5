// Every column of a table can be sorted by: numbers from the highest, texts from A.

/** Make the heads of all tables buttons that sort. */
export function sortTables(root: ParentNode): void {
  for (const table of root.querySelectorAll("table")) {
    table.querySelectorAll("th").forEach((head, column) => {
      const button = document.createElement("button");
      button.textContent = head.textContent;
      button.addEventListener("click", () => sort(table, head, column));
      head.replaceChildren(button);
    });
  }
}

function sort(table: HTMLTableElement, head: Element, column: number): void {
  const body = table.querySelector("tbody")!;
  const rows = [...body.querySelectorAll("tr")];
  const cell = (row: Element) => row.children[column] as HTMLElement;
  const isNumeric = rows.some((row) => cell(row).dataset.value !== undefined);
  const first = isNumeric ? "descending" : "ascending";
  const other = isNumeric ? "ascending" : "descending";
  const order = head.getAttribute("aria-sort") === first ? other : first;
  for (const each of table.querySelectorAll("th")) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  rows.sort((a, b) => sign * compare(cell(a), cell(b)));
  body.append(...rows);
}

function compare(a: HTMLElement, b: HTMLElement): number {
  const [left, right] = [a.dataset.value, b.dataset.value];
  if (left !== undefined && right !== undefined) return Number(left) - Number(right);
  if (left !== undefined || right !== undefined) return left === undefined ? -1 : 1;
  return a.textContent.localeCompare(b.textContent, "en", { numeric: true });
}

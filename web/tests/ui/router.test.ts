import { beforeEach, expect, test, vi } from "vitest";
import { router } from "../../src/ui/router.svelte";

beforeEach(() => {
  document.body.innerHTML = "";
  vi.stubGlobal("scrollTo", vi.fn());
  router.go("/");
});

// A browser would leave the page; the test only wants to see that the router does not interfere.
addEventListener("click", (event) => event.preventDefault());

function click(html: string, init: MouseEventInit = {}): void {
  document.body.innerHTML = html;
  const target = document.querySelector("span") ?? document.querySelector("a");
  target!.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
}

test("an address has a path, a query and a fragment", () => {
  router.go("/game/abc?tour#invite=xyz");
  expect(router.place.path).toBe("/game/abc");
  expect(router.place.query.has("tour")).toBe(true);
  expect(router.place.hash).toBe("invite=xyz");
});

test("going somewhere scrolls to the top; replacing the address does not", () => {
  vi.mocked(scrollTo).mockClear();
  router.go("/rules");
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  router.go("/rules/usa", "replace");
  expect(scrollTo).toHaveBeenCalledTimes(1);
  expect(router.place.path).toBe("/rules/usa");
});

test("a link within the site is followed without loading the page", () => {
  click('<a href="/rules/usa?x=1"><span>Rules</span></a>');
  expect(router.place.path).toBe("/rules/usa");
  expect(router.place.query.get("x")).toBe("1");
});

test.each([
  ["another site", '<a href="https://example.org/">x</a>', {}],
  ["the API", '<a href="/api/docs">x</a>', {}],
  ["a download", '<a href="/file" download>x</a>', {}],
  ["a new tab", '<a href="/rules" target="_blank">x</a>', {}],
  ["a click with Ctrl", '<a href="/rules">x</a>', { ctrlKey: true }],
  ["a click with the middle button", '<a href="/rules">x</a>', { button: 1 }],
  ["something that is no link", "<span>x</span>", {}],
])("%s is left to the browser", (_, html, init) => {
  click(html, init);
  expect(router.place.path).toBe("/");
});

test("the back button changes the place", () => {
  history.replaceState(null, "", "/watch");
  dispatchEvent(new PopStateEvent("popstate"));
  expect(router.place.path).toBe("/watch");
});

import { beforeEach, describe, expect, test } from "vitest";
import { Viewport } from "../../src/board/viewport.svelte";

let view: Viewport;
let frame: HTMLElement;

beforeEach(() => {
  view = new Viewport();
  frame = document.createElement("div");
  view.attach(frame);
  view.width = 400;
  view.height = 300;
});

const pointer = (name: string, x: number, y: number, init: PointerEventInit = {}): void => {
  frame.dispatchEvent(new PointerEvent(name, { clientX: x, clientY: y, pointerId: 1, ...init }));
};

describe("zoom and pan", () => {
  test("zooming keeps the point under the pointer in place", () => {
    view.zoom(2, 100, 60);
    expect(view.scale).toBe(2);
    expect([(100 - view.x) / 2, (60 - view.y) / 2]).toEqual([100, 60]);
  });

  test("the board is never smaller than its frame, nor endlessly large", () => {
    view.zoom(0.1);
    expect(view.scale).toBe(1);
    view.zoom(1000);
    expect(view.scale).toBe(6);
  });

  test("the board never leaves its frame", () => {
    view.zoom(2);
    view.pan(10_000, 10_000);
    expect([view.x, view.y]).toEqual([0, 0]);
    view.pan(-10_000, -10_000);
    expect([view.x, view.y]).toEqual([-400, -300]);
  });

  test("fitting shows the whole board", () => {
    view.zoom(3, 10, 10);
    view.fit();
    expect([view.scale, view.x, view.y]).toEqual([1, 0, 0]);
  });
});

test("keys zoom, pan and fit; others are left alone", () => {
  const press = (key: string): boolean => view.key(new KeyboardEvent("keydown", { key }));
  expect(press("+")).toBe(true);
  expect(view.scale).toBeCloseTo(1.3);
  expect(press("ArrowRight")).toBe(true);
  expect(view.x).toBeLessThan(-60);
  expect(press("0")).toBe(true);
  expect(view.scale).toBe(1);
  expect(press("x")).toBe(false);
});

describe("pointers", () => {
  test("a short press is a tap, a long way is a drag", () => {
    pointer("pointerdown", 50, 50);
    pointer("pointermove", 53, 50);
    expect(view.wasDrag).toBe(false);
    pointer("pointermove", 80, 50);
    expect(view.wasDrag).toBe(true);
    pointer("pointerup", 80, 50);
    pointer("pointerdown", 50, 50);
    expect(view.wasDrag).toBe(false);
  });

  test("a drag moves a board that is zoomed in", () => {
    view.zoom(2);
    const before = view.x;
    pointer("pointerdown", 50, 50);
    pointer("pointermove", 30, 50);
    expect(view.x).toBe(before - 20);
    expect(view.moving).toBe(true);
    pointer("pointerup", 30, 50);
    expect(view.moving).toBe(false);
  });

  test("two fingers zoom", () => {
    pointer("pointerdown", 100, 100, { pointerId: 1 });
    pointer("pointerdown", 200, 100, { pointerId: 2 });
    pointer("pointermove", 300, 100, { pointerId: 2 });
    expect(view.scale).toBeCloseTo(2);
  });

  test("two quick taps zoom in, two more show the whole board", () => {
    const tap = (): void => {
      for (const name of ["pointerdown", "pointerup"]) pointer(name, 200, 150, { pointerType: "touch" });
    };
    tap();
    tap();
    expect(view.scale).toBeCloseTo(2.4);
    tap();
    tap();
    expect(view.scale).toBe(1);
  });
});

import { expect, test } from "vitest";
import { labelSheet, smallLabels } from "../../src/board/label-sheet";

test("a board has the smallest labels that can be read with ease", () => {
  expect(labelSheet([12, 17, 22])).toBe(0);
  expect(labelSheet([8.1, 11.4, 15.4])).toBe(1);
  expect(labelSheet([5, 7, 10.5])).toBe(2);
});

test("a board that is too small for all of them has the largest", () => {
  expect(labelSheet([3, 4.2, 5.7])).toBe(2);
  expect(labelSheet([7])).toBe(0);
});

test("a sheet tells the boxes of small labels", () => {
  const sheet = '<svg><defs/><g class="city"/><g class="city" data-small="1 2.5 30 4"><g/></g><g class="city"/></svg>';
  expect([...smallLabels(sheet)]).toEqual([[1, [1, 2.5, 30, 4]]]);
  expect(smallLabels("").size).toBe(0);
});

import { expect, test } from "vitest";
import { applyPatch } from "../../src/wire/patch";

// The examples of RFC 7396, appendix A.
test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("%j patched with %j is %j", (target, patch, result) => {
  expect(applyPatch<unknown>(target, patch)).toEqual(result);
});

test("the target stays as it was, and untouched parts are shared", () => {
  const target = { seats: { 0: { score: 1 }, 1: { score: 2 } }, hand: { blue: 1 } };
  const result = applyPatch(target, { seats: { 0: { score: 5 } } });
  expect(target.seats[0].score).toBe(1);
  expect(result.seats[0].score).toBe(5);
  expect(result.seats[1]).toBe(target.seats[1]);
  expect(result.hand).toBe(target.hand);
});

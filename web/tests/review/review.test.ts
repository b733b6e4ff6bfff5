import { expect, test } from "vitest";
import { entries, signed } from "../../src/review/review";
import { texts } from "../../src/review/texts";
import type { Decision, Review } from "../../src/wire/types";

const FACTS = {
  route: "A – B",
  ticket: "C – D",
  who: "Ada",
  card: "bleu",
  item: "les routes",
  number: 2,
  share: "40\u00a0%",
  bestShare: "80\u00a0%",
  points: "2 points",
};
const decision = (number: number, seat: number, label: Decision["label"]): Decision =>
  ({ number, seat, label }) as Decision;

test("every reason is a sentence in both languages, in French with no-break spaces", () => {
  for (const { reasons } of Object.values(texts)) {
    const sentences = Object.values(reasons).map((write) => write(FACTS));
    expect(sentences.filter((sentence) => !/^\S.*\.$/.test(sentence))).toEqual([]);
  }
  const french = Object.values(texts.fr.reasons).map((write) => write(FACTS));
  expect(french.filter((sentence) => / [;:!?»%]/.test(sentence))).toEqual([]);
});

test("the list has a player's costly decisions and what luck changed, in the order of the game", () => {
  const review = {
    decisions: [
      decision(0, 0, "best"),
      decision(1, 1, "blunder"),
      decision(2, 0, "mistake"),
      decision(4, 0, "good"),
      decision(6, 0, "inaccuracy"),
    ],
    turning_points: [
      { number: 2, seat: 0, cause: "decision", change: -0.2 },
      { number: 4, seat: 0, cause: "luck", change: 0.12 },
    ],
  } as unknown as Review;
  const found = entries(review, 0).map(({ decision: { number }, isTurningPoint, luck }) => [
    number,
    isTurningPoint,
    luck,
  ]);
  expect(found).toEqual([
    [2, true, undefined],
    [4, true, 0.12],
    [6, false, undefined],
  ]);
});

test("signed numbers have a minus sign, not a hyphen", () => {
  expect([signed(-3), signed(1.25, 1), signed(0)]).toEqual(["−3", "+1.3", "+0"]);
});

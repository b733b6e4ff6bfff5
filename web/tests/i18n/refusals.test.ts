import { afterEach, beforeEach, expect, test } from "vitest";
import { translations } from "../../src/i18n";
import { explain, explainError } from "../../src/i18n/refusals";
import { WireError } from "../../src/wire/http";
import { route } from "../fixtures";

beforeEach(() => {
  translations.preferred = "en";
});
afterEach(() => {
  translations.preferred = "en";
});

const french = async (): Promise<void> => {
  translations.preferred = "fr";
  await translations.load();
};

test("English uses the server's own sentence", () => {
  expect(explain({ code: "illegal", reason: "route_taken", message: "A–B is claimed already." })).toBe(
    "A–B is claimed already.",
  );
});

test("French translates by reason, else by code, else shows what the server says", async () => {
  await french();
  expect(explain({ code: "illegal", reason: "route_taken", message: "…" })).toBe("Cette route est déjà prise.");
  expect(explain({ code: "stale", message: "…" })).toContain("avancé");
  expect(explain({ code: "unheard_of", message: "Unheard of." })).toBe("Unheard of.");
});

test("missing cards are named", async () => {
  expect(explain({ reason: "cards_not_held", missing: { blue: 2 } })).toBe("Still missing: 2 blue.");
  await french();
  expect(explain({ reason: "cards_not_held", missing: { blue: 2 } })).toBe("Il manque : 2 bleues.");
});

test("only the technologies that a player lacks are named", () => {
  const needy = route({ needs: ["Booster", "Propellers"] });
  expect(explain({ reason: "technology_missing" }, needy, ["Booster"])).toBe("This route needs Propellers.");
});

test("errors of requests are explained likewise", async () => {
  const error = new WireError("seat_taken", "This seat is taken.");
  expect(explainError(error)).toBe("This seat is taken.");
  expect(explainError("odd")).toBe("odd");
  await french();
  expect(explainError(error)).toBe("Cette place est prise.");
});

import { beforeEach, expect, test, vi } from "vitest";
import { type Commands, handleKey } from "../../src/game/keys";
import type { Session } from "../../src/game/session.svelte";
import type { LegalMoves } from "../../src/wire/types";
import { state } from "../fixtures";

const legal: LegalMoves = { draw: ["blue", "deck"], tickets: true, claims: {}, skip: true };
const commands = {
  findRoute: vi.fn(),
  typeMove: vi.fn(),
  showHelp: vi.fn(),
  board: vi.fn(() => false),
} satisfies Commands;

function session(change: object = {}) {
  return {
    state: state({ market: ["blue", "wild", null, "green", "blue"] }),
    legal,
    you: 0,
    myTurn: true,
    passingDevice: false,
    draw: vi.fn(),
    play: vi.fn(),
    send: vi.fn(),
    requestHints: vi.fn(),
    requestUndo: vi.fn(),
    ...change,
  };
}

function press(key: string, game = session(), init: KeyboardEventInit = {}, target?: HTMLElement): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, cancelable: true, bubbles: true, ...init });
  if (target) {
    document.body.append(target);
    target.dispatchEvent(event);
  }
  handleKey(event, game as unknown as Session, commands);
  return event;
}

beforeEach(() => {
  vi.clearAllMocks();
  document.body.innerHTML = "";
});

test("a digit takes the card of its slot, if it may be taken", () => {
  const game = session();
  expect(press("1", game).defaultPrevented).toBe(true);
  expect(game.draw).toHaveBeenCalledWith("blue");
  for (const key of ["2", "3", "4", "9"]) press(key, game); // a wild, an empty slot, green, no slot
  expect(game.draw).toHaveBeenCalledTimes(1);
});

test("letters draw, pass, undo and ask for hints", () => {
  const game = session();
  for (const key of ["d", "T", "p", "u", "h"]) press(key, game);
  expect(game.draw).toHaveBeenCalledWith("deck");
  expect(game.play.mock.calls).toEqual([[{ action: "tickets" }], [{ action: "pass" }]]);
  expect(game.requestUndo).toHaveBeenCalled();
  expect(game.requestHints).toHaveBeenCalled();
});

test("what is not legal now is not played", () => {
  const game = session({ legal: undefined, myTurn: false });
  for (const key of ["1", "d", "t", "p", "h"]) expect(press(key, game).defaultPrevented).toBe(false);
  expect(game.draw).not.toHaveBeenCalled();
  expect(game.play).not.toHaveBeenCalled();
  expect(game.requestHints).not.toHaveBeenCalled();
});

test("a spectator cannot undo", () => {
  const game = session({ you: undefined });
  press("u", game);
  expect(game.requestUndo).not.toHaveBeenCalled();
});

test("c, n and ? open dialogs", () => {
  for (const key of ["c", "n", "?"]) press(key);
  expect(commands.findRoute).toHaveBeenCalled();
  expect(commands.typeMove).toHaveBeenCalled();
  expect(commands.showHelp).toHaveBeenCalled();
});

test("other keys go to the board", () => {
  commands.board.mockReturnValueOnce(true);
  expect(press("+").defaultPrevented).toBe(true);
  expect(press("x").defaultPrevented).toBe(false);
  expect(commands.board).toHaveBeenCalledTimes(2);
});

test("keys with modifiers, keys typed into a field and keys while the device is passed do nothing", () => {
  const game = session();
  press("d", game, { ctrlKey: true });
  press("d", game, { metaKey: true });
  press("d", game, {}, document.createElement("input"));
  press("d", session({ passingDevice: true, draw: game.draw }));
  expect(game.draw).not.toHaveBeenCalled();
});

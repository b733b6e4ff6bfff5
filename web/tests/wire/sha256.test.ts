import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../../src/wire/sha256";

const hex = (digest: Uint8Array): string => Buffer.from(digest).toString("hex");
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("the examples of the standard", () => {
  expect(hex(sha256(bytes("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256(bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")))).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

test("every length around the end of a block", () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
    expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
  }
});

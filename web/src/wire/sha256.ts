// SHA-256 (FIPS 180-4). Browsers have it too, but only for pages that were loaded over TLS or from this machine.

const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of the first primes. */
function constants(count: number, root: (value: number) => number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    if (isPrime) found.push(((root(candidate) % 1) * 2 ** 32) | 0);
  }
  return found;
}

const ROUND = constants(64, Math.cbrt);
const START = constants(8, Math.sqrt);

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Return the digest of some bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Int32Array.from(START);
  const blocks = padded(message);
  for (let offset = 0; offset < blocks.byteLength; offset += BLOCK) addBlock(state, blocks, offset);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

/** Return a message with a one bit, zeros and its length in bits, in whole blocks. */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor((message.length * 8) / 2 ** 32));
  view.setUint32(size - 4, (message.length * 8) >>> 0);
  return view;
}

function addBlock(state: Int32Array, blocks: DataView, offset: number): void {
  const words = new Int32Array(64);
  const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;
  for (let index = 0; index < 16; index++) words[index] = blocks.getInt32(offset + index * 4);
  for (let index = 16; index < 64; index++) {
    const early = at(words, index - 15);
    const late = at(words, index - 2);
    const small = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const large = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[index] = (at(words, index - 16) + small + at(words, index - 7) + large) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + at(ROUND, index) + at(words, index)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (at(state, index) + word) | 0;
}

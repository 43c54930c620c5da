// Verifiable deals, scheme "vdeal-1", worked out from docs/rules/deals.md; needs only SHA-256.

export const SCHEME = "vdeal-1";
const WORDS = 2 ** 32;
const HASHED_AT_ONCE = 64;
const utf8 = new TextEncoder();

/** The hex digest that binds a service to `secret`. */
export async function commitment(secret) {
  return toHex(await sha256(joined(bytesOf(`${SCHEME}|commit|`), secret)));
}

/** Everything public that a deal depends on; `nonces[seat]` are bytes. */
export function transcript({ game, dealId, options, nonces }) {
  const texts = [game, dealId, canonicalJson(options), String(nonces.length)];
  const parts = [...texts.map(bytesOf), ...nonces].map(withLength);
  return joined(bytesOf(`${SCHEME}|deal|`), ...parts);
}

/** From this key comes all chance of one deal. */
export async function dealKey(secret, about) {
  return new DealKey(await hmac(secret, transcript(about)));
}

export class DealKey {
  constructor(bytes) {
    this.bytes = bytes;
  }

  /** An endless row of chance, from its beginning. */
  stream(label) {
    return new Stream(this.bytes, label);
  }
}

class Stream {
  #key;
  #label;
  #block = 0;
  #words = [];

  constructor(key, label) {
    this.#key = key;
    this.#label = label;
  }

  /** The next word, 0 up to 2**32 - 1. */
  async word() {
    if (this.#words.length === 0) await this.#refill();
    return this.#words.shift();
  }

  /** A fair number from 0 up to n - 1. */
  async below(n) {
    const fair = Math.floor(WORDS / n) * n;
    let word = await this.word();
    while (word >= fair) word = await this.word();
    return word % n;
  }

  /** The first `count` places of a shuffle of 0 .. size - 1. */
  async draw(size, count) {
    const row = [...Array(size).keys()];
    for (let here = 0; here < count; here++) {
      const other = here + (await this.below(size - here));
      [row[here], row[other]] = [row[other], row[here]];
    }
    return row.slice(0, count);
  }

  async #refill() {
    const message = bytesOf(`${SCHEME}|${this.#label}|${this.#block++}`);
    const block = new DataView((await hmac(this.#key, message)).buffer);
    this.#words = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => block.getUint32(at));
  }
}

/** JSON of an object with sorted keys and no spaces. */
export function canonicalJson(options) {
  const parts = Object.keys(options).sort().map((name) => [name, options[name]]);
  return JSON.stringify(Object.fromEntries(parts));
}

/** HMAC-SHA256; keys here have 32 bytes, so none is too long for one block. */
async function hmac(key, message) {
  const padded = (pad) => Uint8Array.from({ length: HASHED_AT_ONCE }, (_, at) => key[at] ^ pad);
  const inner = await sha256(joined(padded(0x36), message));
  return sha256(joined(padded(0x5c), inner));
}

export async function sha256(bytes) {
  const native = globalThis.crypto?.subtle;
  if (native) return new Uint8Array(await native.digest("SHA-256", bytes));
  // Browsers keep theirs from pages that came over plain HTTP, as from a server at home.
  return (await import("./sha256.js")).digest(bytes);
}

export function bytesOf(text) {
  return utf8.encode(text);
}

/** The bytes of a hexadecimal text, or null if it is none. */
export function fromHex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function withLength(part) {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, part.length);
  return joined(length, part);
}

function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

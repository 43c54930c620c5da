// SHA-256 for where there is no other (FIPS 180-4, section 6.2); read only then.

const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** The 32 bytes of the digest. */
export function digest(message) {
  const padded = new DataView(withPadding(message).buffer);
  let hash = START;
  for (let at = 0; at < padded.byteLength; at += 64) hash = mixed(hash, schedule(padded, at));
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => result.setUint32(4 * index, word));
  return new Uint8Array(result.buffer);
}

/** A one bit, zeros, and the length in bits, up to whole blocks of 64 bytes. */
function withPadding(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, message.length * 8);
  return padded;
}

function schedule(padded, at) {
  const words = Array.from({ length: 16 }, (_, index) => padded.getUint32(at + 4 * index));
  for (let t = 16; t < 64; t++) {
    const [early, late] = [words[t - 15], words[t - 2]];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[t] = (words[t - 16] + low + words[t - 7] + high) | 0;
  }
  return words;
}

function mixed(hash, words) {
  let [a, b, c, d, e, f, g, h] = hash;
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[t] + words[t];
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + hash[index]) | 0);
}

function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

function fraction(root) {
  return Math.floor((root % 1) * 2 ** 32);
}

function firstPrimes(count) {
  const primes = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime)) primes.push(n);
  }
  return primes;
}

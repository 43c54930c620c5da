// node vectors.mjs deals.json [plain]    prints what the verifier makes of every published vector;
// "plain" takes the platform's own SHA-256 away, as browsers do on plain HTTP.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as deals from "../../web/static/web/verifier/deals.js";

const { fromHex, toHex } = deals;
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const [file, mode] = process.argv.slice(2);
if (mode === "plain") Object.defineProperty(globalThis, "crypto", { value: {} });

function streamOf({ key, label }) {
  return new deals.DealKey(fromHex(key)).stream(label);
}

async function times(count, act) {
  const row = [];
  while (row.length < count) row.push(await act());
  return row;
}

async function below(row) {
  const [stream, words] = [streamOf(row), streamOf(row)];
  const values = await times(row.values.length, () => stream.below(row.n));
  const next = await stream.word();
  let taken = 0;
  while ((await words.word()) !== next) taken += 1;
  return { values, rejected: taken - values.length };
}

async function game(row) {
  const pack = await import(`../../web/static/web/verifier/${row.game}.js`);
  const [secret, options] = [fromHex(row.server_seed), JSON.parse(row.options)];
  const nonces = row.nonces.map(fromHex);
  const about = { game: row.game, dealId: row.deal_id, options, nonces };
  const key = await deals.dealKey(secret, about);
  const settings = { ...pack.settingsOf({}, row.seats), ...options, dealt: options };
  return {
    transcript_sha256: sha256(deals.transcript(about)),
    deal_key: toHex(key.bytes),
    deal: await pack.deal(key, row.seats, settings),
  };
}

const recompute = {
  commit: (row) => deals.commitment(fromHex(row.server_seed)),
  stream: (row) => { const stream = streamOf(row); return times(row.words.length, () => stream.word()); },
  below,
  draw: (row) => streamOf(row).draw(row.m, row.k),
  games: game,
};

const vectors = JSON.parse(readFileSync(file, "utf8"));
const found = {};
for (const [kind, act] of Object.entries(recompute)) {
  found[kind] = [];
  for (const row of vectors[kind]) found[kind].push(await act(row));
}
console.log(JSON.stringify(found));

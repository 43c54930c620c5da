// Checks the record of a table, in a browser or in node; shares no code with the service.
// What it checks, and in which order: docs/verify.md.

import { SCHEME, commitment, dealKey, fromHex } from "./deals.js";
import { Refused, insist, isObject, isSameRow, shown } from "./refusals.js";

export const GAMES = ["big-number", "big-two", "the-game"]; // each has a file of its name here
const LEAVES = ["resigned", "deadline", "removed"];
const HOLDS =
  "Checked here: this deal comes from that secret. Every move and the result follow from it.";

class Differs extends Error {
  constructor(where, sentence) {
    super(sentence);
    this.where = where;
  }
}

/**
 * The verdict on a record; `where` is the first place that differs, such as `moves[3]`, or empty.
 * @returns {Promise<{holds: boolean, where: string, sentence: string}>}
 */
export async function verify(record) {
  try {
    await check(record);
  } catch (problem) {
    if (!(problem instanceof Differs)) throw problem;
    return { holds: false, where: problem.where, sentence: problem.message };
  }
  return { holds: true, where: "", sentence: HOLDS };
}

async function check(record) {
  require(isObject(record), "", "A record is an object.");
  const { scheme } = record;
  require(scheme === SCHEME, "scheme", `This checks ${SCHEME}; ${shown(scheme)} came.`);
  const game = await gameOf(record);
  const settings = settingsOf(record, game);
  const dealt = await dealOf(record, game, settings);
  const table = new game.Table(dealt, record.seats, settings);
  follow(table, record);
  checkResult(table.result(), record);
}

async function gameOf(record) {
  const { game, rules_version: version, seats } = record;
  require(GAMES.includes(game), "game", `The games are ${GAMES.join(", ")}; ${shown(game)} came.`);
  const found = await import(`./${game}.js`);
  const known = found.VERSION;
  require(version === known, "rules_version", `Version ${known} is known; ${shown(version)} came.`);
  require(found.SEATS.includes(seats), "seats", `${game} has not ${shown(seats)} seats.`);
  return found;
}

function settingsOf(record, game) {
  require(isObject(record.options), "options", "Options are an object.");
  for (const [name, value] of Object.entries(record.options)) {
    const isKnown = Object.hasOwn(game.OPTIONS, name) && game.OPTIONS[name].includes(value);
    require(isKnown, `options.${name}`, `${shown(value)} is no choice here.`);
  }
  return within("options", () => game.settingsOf(record.options, record.seats));
}

async function dealOf(record, game, settings) {
  const secret = await secretOf(record);
  const about = {
    game: record.game,
    dealId: textOf(record, "deal_id"),
    options: settings.dealt,
    nonces: noncesOf(record),
  };
  const dealt = await game.deal(await dealKey(secret, about), record.seats, settings);
  if (record.deal !== undefined) checkCards(dealt, record.deal);
  return dealt;
}

async function secretOf(record) {
  const isOpen = (record.secret ?? null) !== null;
  require(isOpen, "secret", "The secret is not revealed yet, so the deal cannot be checked.");
  const secret = fromHex(record.secret);
  require(secret?.length === 32, "secret", "32 bytes in hex are expected.");
  const isCommitted = (await commitment(secret)) === textOf(record, "commitment");
  require(isCommitted, "commitment", "The secret is not the one that was committed to.");
  return secret;
}

function noncesOf({ nonces, seats }) {
  const isWhole = Array.isArray(nonces) && nonces.length === seats;
  require(isWhole, "nonces", "One nonce a seat is expected.");
  return nonces.map((nonce, seat) => {
    const bytes = fromHex(nonce);
    require(bytes?.length <= 64, `nonces[${seat}]`, "Up to 64 bytes in hex are expected.");
    return bytes;
  });
}

function checkCards(dealt, came) {
  const where = firstDifference("deal", dealt, came);
  if (where === null) return;
  const what = `${cardAt(where, dealt)} differs from the sealed deal.`;
  throw new Differs(where, `${what} Please report it with this record.`);
}

/** "Card 17", or "Card 17 of deal 2", counted as they were drawn. */
function cardAt(where, dealt) {
  const [inside, number] = /^deal\.deals\[(\d+)\]/.exec(where) ?? ["deal"];
  const deck = number === undefined ? dealt : dealt.deals[number];
  const of = number === undefined ? "" : ` of deal ${Number(number) + 1}`;
  const index = placesIn(deck, inside).indexOf(where);
  return index < 0 ? `What is written at ${where}` : `Card ${index + 1}${of}`;
}

/** Where in the record the cards of one deck stand, in the order of the draw. */
function placesIn({ hands = [], deck = [] }, where) {
  const inHands = hands.map((hand, seat) => hand.map((_, at) => `${where}.hands[${seat}][${at}]`));
  const inDeck = deck.map((_, at) => `${where}.deck[${at}]`);
  return [...inHands.flat(), ...inDeck, `${where}.left_over`];
}

/** Every line of the log in turn, each made by the rules. */
function follow(table, { moves, seats }) {
  require(Array.isArray(moves), "moves", "The log is a list.");
  const turns = Array(seats).fill(0);
  moves.forEach((line, ply) => {
    const where = `moves[${ply}]`;
    require(isObject(line), where, `A ply is an object; ${shown(line)} came.`);
    require(line.ply === ply, where, `Ply ${ply} is expected here; ${shown(line.ply)} came.`);
    const isSeat = Number.isInteger(line.seat) && line.seat in turns;
    require(isSeat, where, `There is no seat ${shown(line.seat)}.`);
    const makePly = line.cause === "move" ? makeMove : leave;
    within(where, () => makePly(table, line, where, turns));
  });
}

function makeMove(table, { seat, turn, move }, where, turns) {
  const expected = turns[seat];
  require(turn === expected, `${where}.turn`, `Turn ${expected} is expected; ${shown(turn)} came.`);
  insist(isObject(move), `A move is an object; ${shown(move)} came.`);
  turns[seat] += 1;
  table.move(seat, move);
}

function leave(table, line, where) {
  const { cause } = line;
  require(LEAVES.includes(cause), `${where}.cause`, `${shown(cause)} is no cause of a ply.`);
  for (const part of ["turn", "move"]) {
    const isEmpty = (line[part] ?? null) === null;
    require(isEmpty, `${where}.${part}`, "A leave has neither a turn nor a move.");
  }
  table.leave(line.seat);
}

function checkResult(result, record) {
  for (const part of ["places", "scores"]) {
    require(Array.isArray(record[part]), part, "One value a seat is expected.");
  }
  const isUndecided = record.places.every((place) => place === null);
  if (result === null) {
    require(isUndecided, "places", "The log stops before the end, so there are no places yet.");
    return;
  }
  for (const part of ["places", "scores", "why"]) {
    const [expected, came] = [result[part], record[part]];
    const where = firstDifference(part, expected, came);
    require(where === null, where, `The log gives ${shown(expected)}; ${shown(came)} came.`);
  }
}

/** Goes down to the first part that differs; null if none does. */
function firstDifference(where, expected, came) {
  if (!haveSameParts(expected, came)) return expected === came ? null : where;
  for (const name of Object.keys(expected)) {
    const part = Array.isArray(expected) ? `${where}[${name}]` : `${where}.${name}`;
    const found = firstDifference(part, expected[name], came[name]);
    if (found !== null) return found;
  }
  return null;
}

function haveSameParts(one, other) {
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length;
  if (!isObject(one) || !isObject(other)) return false;
  return isSameRow(Object.keys(one).sort(), Object.keys(other).sort());
}

function textOf(record, name) {
  const text = record[name];
  require(typeof text === "string", name, `A text is expected; ${shown(text)} came.`);
  return text;
}

/** What the rules of the game refuse is a difference at this place. */
function within(where, act) {
  try {
    return act();
  } catch (problem) {
    throw problem instanceof Refused ? new Differs(where, problem.message) : problem;
  }
}

function require(holds, where, sentence) {
  if (!holds) throw new Differs(where, sentence);
}

// Big Two, worked out from docs/rules/big-two.md. A card is its strength, 0 (3D) up to 51 (2S).

import { handsOf, insist, insistOnParts, isSameRow, seatAfter, shown } from "./refusals.js";

const RANKS = "3456789TJQKA2";
const SUITS = "DCHS";
const PACK = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
const RUNS = Array.from({ length: 10 }, (_, from) => `A2${RANKS}`.slice(from, from + 5));
const [STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH] = [0, 1, 2, 3, 4];

export const VERSION = 1;
export const SEATS = [2, 3, 4];
export const OPTIONS = {};

export function settingsOf() {
  return { dealt: {} };
}

/** Two seats get 34 cards drawn; the 18 others never get an order. */
export async function deal(key, seats) {
  const drawn = await key.stream("deck:1").draw(52, seats === 2 ? 34 : 52);
  const cards = drawn.map((index) => PACK[index]);
  return {
    hands: handsOf(cards, seats, seats === 4 ? 13 : 17),
    left_over: seats === 3 ? cards[51] : null,
  };
}

export class Table {
  #hands;
  #playing;
  #turn;
  #must;
  #lying = null;
  #owner = null;
  #passed = new Set();
  #out = [];
  #leavers = [];
  #why = null;

  constructor(dealt) {
    this.#hands = dealt.hands.map((hand) => hand.map((card) => PACK.indexOf(card)));
    this.#playing = [...this.#hands.keys()];
    this.#must = Math.min(...this.#hands.flat());
    this.#turn = this.#hands.findIndex((hand) => hand.includes(this.#must));
    if (dealt.left_over !== null) this.#hands[this.#turn].push(PACK.indexOf(dealt.left_over));
  }

  move(seat, move) {
    insist(this.#why === null, "The table was over.");
    insist(seat === this.#turn, `Seat ${this.#turn} was to act.`);
    if (move.type === "pass") return this.#pass(seat, move);
    insist(move.type === "play", `${shown(move)} is no move of Big Two.`);
    return this.#play(seat, move);
  }

  leave(seat) {
    insist(this.#why === null, "The table was over.");
    insist(this.#playing.includes(seat), `Seat ${seat} was out of play.`);
    this.#leavers.push(seat);
    this.#withdraw(seat);
    // Whoever leads in the leader's stead may lead anything.
    if (seat === this.#turn) this.#must = null;
    if (this.#playing.length === 1) this.#why = "all_left";
    else if (seat === this.#turn) this.#goOn(seat);
  }

  /** Null while the table runs. */
  result() {
    if (this.#why === null) return null;
    const order = [...this.#out, ...this.#playing, ...[...this.#leavers].reverse()];
    const places = this.#hands.map((_, seat) => order.indexOf(seat) + 1);
    return { places, scores: places.map(() => null), why: this.#why };
  }

  #pass(seat, move) {
    insistOnParts(move, "type");
    insist(this.#lying !== null, "Whoever leads cannot pass.");
    this.#passed.add(seat);
    this.#goOn(seat);
  }

  #play(seat, move) {
    insistOnParts(move, "type", "cards");
    const play = combination(this.#held(seat, move.cards));
    const hasMust = this.#must === null || play.cards.includes(this.#must);
    insist(hasMust, "The lowest card was to be played.");
    insist(this.#lying === null || beats(play, this.#lying), "It does not beat what lay there.");
    this.#must = null;
    this.#hands[seat] = this.#hands[seat].filter((card) => !play.cards.includes(card));
    [this.#lying, this.#owner] = [play, seat];
    this.#passed.clear();
    if (this.#hands[seat].length === 0) this.#goOut(seat);
    this.#turn = seatAfter(seat, this.#playing);
  }

  #held(seat, names) {
    insist(Array.isArray(names) && names.length > 0, "A play has cards.");
    const cards = names.map((name) => PACK.indexOf(name));
    const missing = cards.findIndex((card) => !this.#hands[seat].includes(card));
    insist(missing < 0, `Seat ${seat} did not hold ${shown(names[missing])}.`);
    const isAscending = cards.every((card, at) => at === 0 || card > cards[at - 1]);
    insist(isAscending, "Cards are written weakest first, each once.");
    return cards;
  }

  #goOut(seat) {
    this.#out.push(seat);
    this.#withdraw(seat);
    if (this.#playing.length === 1) this.#why = "played_out";
  }

  #withdraw(seat) {
    this.#playing = this.#playing.filter((other) => other !== seat);
  }

  /** The trick ends when everybody in play but its owner has passed. */
  #goOn(seat) {
    this.#turn = seatAfter(seat, this.#playing);
    const others = this.#playing.filter((other) => other !== this.#owner);
    if (this.#lying === null || !others.every((other) => this.#passed.has(other))) return;
    // The owner leads, or who comes next if it is out of play.
    this.#turn = seatAfter(this.#owner - 1, this.#playing);
    [this.#lying, this.#owner] = [null, null];
    this.#passed.clear();
  }
}

/** The cards, weakest first, with a key; of two plays of one size that with the higher key wins. */
function combination(cards) {
  const [ranks, suits] = [cards.map((card) => card >> 2), cards.map((card) => card & 3)];
  const key = cards.length === 5 ? keyOfFive(cards, ranks, suits) : keyOfFew(cards, ranks);
  insist(key !== null, `${cards.map((card) => PACK[card]).join(" ")} is no combination.`);
  return { cards, key };
}

/** Up to three cards of one rank; only pairs of one rank need the suit. */
function keyOfFew(cards, ranks) {
  const isOneRank = ranks.every((rank) => rank === ranks[0]);
  return cards.length <= 3 && isOneRank ? [cards.at(-1)] : null;
}

function keyOfFive(cards, ranks, suits) {
  const isFlush = suits.every((suit) => suit === suits[0]);
  const run = RUNS.findIndex((one) => isSameRow(ranks, inOrder(one)));
  if (run >= 0) {
    const top = ranks.indexOf(RANKS.indexOf(RUNS[run][4]));
    return [isFlush ? STRAIGHT_FLUSH : STRAIGHT, run, suits[top]];
  }
  if (isFlush) return [FLUSH, suits[0], ranks[4]];
  return keyOfRepeated(ranks);
}

function inOrder(run) {
  return [...run].map((rank) => RANKS.indexOf(rank)).sort((one, other) => one - other);
}

/** Sorted by rank, the middle card of five belongs to the larger part. */
function keyOfRepeated(ranks) {
  if (new Set(ranks).size !== 2) return null;
  const many = ranks.filter((rank) => rank === ranks[2]).length;
  return [many === 4 ? FOUR : FULL_HOUSE, ranks[2]];
}

function beats(play, lying) {
  insist(play.cards.length === lying.cards.length, "Another number of cards was asked for.");
  const at = play.key.findIndex((part, index) => part !== lying.key[index]);
  return at >= 0 && play.key[at] > lying.key[at];
}

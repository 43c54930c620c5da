// Big Number, worked out from docs/rules/big-number.md. A card is its name, such as "5H".

import { handsOf, insist, insistOnParts, isSameRow, seatAfter, shown } from "./refusals.js";

const SUITS = "SHDC";
const DECK = [...SUITS].flatMap((suit) => [..."A23456789"].map((rank) => rank + suit));
const HAND = 9;

export const VERSION = 1;
export const SEATS = [2, 3, 4, 5, 6];
export const OPTIONS = { decks: [1, 2], target: [10, 15, 20], single_deal: [false, true] };

export function settingsOf(options, seats) {
  const { decks = seats > 4 ? 2 : 1, target = 15, single_deal: isSingle = false } = options;
  insist(decks === 2 ? seats > 2 : seats < 5, `${seats} seats do not play with ${decks} decks.`);
  insist(!isSingle || target === 15, "A single deal has no target.");
  return { dealt: { decks, target }, isSingle };
}

/** All deals that a table can need: any two seats gain a point together in each. */
export async function deal(key, seats, { dealt, isSingle }) {
  const pack = Array(dealt.decks).fill(DECK).flat();
  const deals = [];
  for (let number = 1; number <= (isSingle ? 1 : 2 * dealt.target - 1); number++) {
    const drawn = await key.stream(`deck:${number}`).draw(pack.length, HAND * seats);
    deals.push({ hands: handsOf(drawn.map((index) => pack[index]), seats, HAND) });
  }
  return { start: await key.stream("start").below(seats), deals };
}

export class Table {
  #deals;
  #lastPoints;
  #points;
  #playing;
  #start;
  #number = 0;
  #leavers = [];
  #why = null;
  // Of the deal that runs:
  #hands;
  #turn;
  #hasBegun;
  #middle;
  #owner;
  #passed = new Set();

  constructor(dealt, seats, { dealt: { target }, isSingle }) {
    this.#deals = dealt.deals;
    this.#lastPoints = isSingle ? 1 : target;
    this.#points = Array(seats).fill(0);
    this.#playing = [...this.#points.keys()];
    this.#begin(dealt.start);
  }

  move(seat, move) {
    insist(this.#why === null, "The table was over.");
    insist(seat === this.#turn, `Seat ${this.#turn} was to act.`);
    if (move.type === "pass") return this.#pass(seat, move);
    insist(move.type === "play", `${shown(move)} is no move of Big Number.`);
    return this.#play(seat, move);
  }

  /** The leaver's points stand still; whoever leads first in its stead is the start seat. */
  leave(seat) {
    insist(this.#why === null, "The table was over.");
    insist(this.#playing.includes(seat), `Seat ${seat} had left.`);
    this.#leavers.push(seat);
    this.#playing = this.#playing.filter((other) => other !== seat);
    if (!this.#hasBegun && seat === this.#turn) this.#start = seatAfter(seat, this.#playing);
    if (this.#playing.length === 1) this.#why = "all_left";
    else if (seat === this.#turn) this.#goOn(seat);
  }

  /** Null while the table runs. The fewest points win, and equal points share a place. */
  result() {
    if (this.#why === null) return null;
    const stayed = this.#playing.map((seat) => this.#points[seat]);
    const places = this.#points.map((own) => 1 + stayed.filter((points) => points < own).length);
    this.#leavers.forEach((seat, index) => { places[seat] = places.length - index; });
    return { places, scores: this.#points, why: this.#why };
  }

  #begin(start) {
    this.#hands = this.#deals[this.#number].hands.map((hand) => [...hand]);
    this.#number += 1;
    [this.#start, this.#turn, this.#hasBegun] = [start, start, false];
    this.#clear();
  }

  #clear() {
    [this.#middle, this.#owner] = [null, null];
    this.#passed.clear();
  }

  #pass(seat, move) {
    insistOnParts(move, "type");
    insist(this.#middle !== null, "Whoever leads cannot pass.");
    this.#passed.add(seat);
    this.#goOn(seat);
  }

  #play(seat, move) {
    const left = this.#without(seat, move.cards);
    const isTaking = this.#middle !== null && left.length > 0;
    insistOnParts(move, "type", "cards", ...(isTaking ? ["take"] : []));
    this.#insistOnSet(move.cards, left.length === 0);
    if (isTaking) {
      insist(this.#middle.includes(move.take), `${shown(move.take)} was not in the beaten set.`);
      left.push(move.take);
    }
    this.#hands[seat] = left;
    [this.#middle, this.#owner, this.#hasBegun] = [move.cards, seat, true];
    this.#passed.clear();
    if (left.length === 0) this.#endDeal();
    else this.#turn = seatAfter(seat, this.#playing);
  }

  /** The hand of the seat less the cards, equal ones counted apart. */
  #without(seat, cards) {
    insist(Array.isArray(cards) && cards.length > 0, "A play has cards.");
    const left = [...this.#hands[seat]];
    for (const card of cards) {
      const at = left.indexOf(card);
      insist(at >= 0, `Seat ${seat} did not hold ${shown(card)}.`);
      left.splice(at, 1);
    }
    return left;
  }

  #insistOnSet(cards, isWholeHand) {
    insist(isSameRow(cards, inOrder(cards)), "Cards are written digits falling, suits S H D C.");
    insist(isOfOneKind(cards), `${cards.join(" ")} are neither of one suit nor of one rank.`);
    const isLead = this.#middle === null;
    if (isLead) return insist(cards.length === 1 || isWholeHand, "A lead is one card.");
    const more = cards.length - this.#middle.length;
    insist(more === 0 || more === 1, "Another number of cards was asked for.");
    return insist(numberOf(cards) > numberOf(this.#middle), "It is no higher number.");
  }

  /** Everybody else in play pays a point a card. */
  #endDeal() {
    for (const seat of this.#playing) this.#points[seat] += this.#hands[seat].length;
    const most = Math.max(...this.#playing.map((seat) => this.#points[seat]));
    if (most >= this.#lastPoints) this.#why = "played_out";
    else this.#begin(seatAfter(this.#start, this.#playing));
  }

  /** The round ends when everybody in play but its owner has passed. */
  #goOn(seat) {
    this.#turn = seatAfter(seat, this.#playing);
    const others = this.#playing.filter((other) => other !== this.#owner);
    if (this.#middle === null || !others.every((other) => this.#passed.has(other))) return;
    // The owner leads, or who comes next if it is out of play.
    this.#turn = seatAfter(this.#owner - 1, this.#playing);
    this.#clear();
  }
}

function digitOf(card) {
  return card[0] === "A" ? 1 : Number(card[0]);
}

/** The number that cards with falling digits make. */
function numberOf(cards) {
  return Number(cards.map(digitOf).join(""));
}

function inOrder(cards) {
  const bySuit = (one, other) => SUITS.indexOf(one[1]) - SUITS.indexOf(other[1]);
  return [...cards].sort((one, other) => digitOf(other) - digitOf(one) || bySuit(one, other));
}

function isOfOneKind(cards) {
  return [0, 1].some((part) => cards.every((card) => card[part] === cards[0][part]));
}

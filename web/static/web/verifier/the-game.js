// The Game, worked out from docs/rules/the-game.md. Cards are numbers.

import { handsOf, insist, insistOnParts, seatAfter, shown } from "./refusals.js";

const PILES = ["up1", "up2", "down1", "down2"];
const PACK = Array.from({ length: 98 }, (_, index) => index + 2);
const [START, PLAY, OPEN, RESERVE, BRIEF] = ["start", "play", "open", "reserve", "brief"];
const WORDS = new Map([
  ["need", ["pile"]],
  ["protect", ["pile"]],
  ["no_big_jump", ["pile"]],
  ["rich", ["range"]],
  ["pain", []],
]);
const ABOUT = { pile: PILES, range: ["low", "middle", "high"] };

export const VERSION = 1;
export const SEATS = [2, 3, 4, 5];
export const OPTIONS = {
  min_play: [2, 3],
  small_hands: [false, true],
  twist: ["none", "open_card", "reserved_pile", "briefing"],
  start: ["vote", "random"],
  signals: ["basic", "off"],
  on_leave: ["forfeit", "house_bot"],
};

export function settingsOf(options, seats) {
  const chosen = Object.entries(OPTIONS).map(([name, [usual]]) => [name, options[name] ?? usual]);
  const settings = Object.fromEntries(chosen);
  const hand = (seats === 2 ? 7 : 6) - (settings.small_hands ? 1 : 0);
  return { ...settings, hand, seats, dealt: { hand } };
}

/** All 98 cards are drawn; those in no hand are the deck, in that order. */
export async function deal(key, seats, { hand, start }) {
  const cards = (await key.stream("deck:1").draw(98, 98)).map((index) => PACK[index]);
  return {
    hands: handsOf(cards, seats, hand),
    deck: cards.slice(seats * hand),
    start: start === "random" ? await key.stream("start").below(seats) : null,
  };
}

export class Table {
  #settings;
  #hands;
  #deck;
  #tops = [1, 1, 100, 100]; // In the order of PILES
  #phase = START;
  #go = 0; // Whose go it is
  #actor = 0; // Who is to act in it
  #need;
  #played = 0;
  #hasSaid = false;
  #votes = [];
  #token;
  #mark = null;
  #faceUp;
  #leavers = [];
  #why = null;

  constructor(dealt, seats, settings) {
    this.#settings = settings;
    this.#hands = dealt.hands.map((hand) => [...hand]);
    this.#deck = [...dealt.deck];
    this.#token = ["reserved_pile", "briefing"].includes(settings.twist);
    this.#faceUp = Array(seats).fill(null);
    if (dealt.start !== null) this.#beginGo(dealt.start);
  }

  move(seat, move) {
    insist(this.#why === null, "The table was over.");
    insist(seat === this.#actor, `Seat ${this.#actor} was to act.`);
    const act = ACTS.get(move.type);
    insist(act !== undefined, `${shown(move)} is no move of The Game.`);
    const [phases, parts, does] = act;
    insist(phases.includes(this.#phase), `Now is the time to ${this.#phase}.`);
    if (parts) insistOnParts(move, "type", ...parts);
    does(this, move);
  }

  /** A seat without cards is missed by nobody; any other ends the table. */
  leave(seat) {
    insist(this.#why === null, "The table was over.");
    insist(!this.#leavers.includes(seat), `Seat ${seat} had left.`);
    this.#leavers.push(seat);
    if (this.#phase === START) this.#why = "void_start";
    else if (this.#hands[seat].length > 0) this.#why = "forfeit";
    else if (seat === this.#actor) this.#beginGo(this.#next(this.#go));
  }

  /** Null while the table runs. All share the first place; who ended the table early is last. */
  result() {
    if (this.#why === null) return null;
    const seats = this.#hands.length;
    const isVoid = this.#why === "void_start";
    const places = Array(seats).fill(isVoid ? null : 1);
    if (this.#why === "forfeit") places[this.#leavers.at(-1)] = seats;
    const left = this.#hands.flat().length + this.#deck.length;
    return { places, scores: Array(seats).fill(isVoid ? null : left), why: this.#why };
  }

  vote({ seat }) {
    insist(Number.isInteger(seat) && seat in this.#hands, `There was no seat ${shown(seat)}.`);
    this.#votes.push(seat);
    this.#hasSaid = false;
    this.#go = this.#actor = this.#votes.length;
    if (this.#votes.length === this.#hands.length) this.#beginGo(mostNamed(this.#votes));
  }

  play({ card, pile }) {
    const at = PILES.indexOf(pile);
    this.#insistOnHeld(this.#go, card);
    insist(fits(card, at, this.#usable()[at]), `${shown(card)} did not fit on ${shown(pile)}.`);
    this.#discard(card);
    this.#tops = covered(this.#tops, at, card);
    this.#played += 1;
    const hand = this.#hands[this.#go];
    if (!canPlace(hand, this.#usable(), this.#need - this.#played)) this.#why = "stuck";
    else if (this.#isAllPlaced()) this.#why = "won";
    else if (hand.length === 0) this.#endGo();
  }

  end() {
    insist(this.#played >= this.#need, "Too few cards were played.");
    this.#endGo();
  }

  /** What is said changes nothing on the piles. */
  say(move) {
    insist(this.#settings.signals === "basic" && !this.#hasSaid, "Nothing was to be said.");
    insist(WORDS.has(move.say), `One cannot say ${shown(move.say)}.`);
    const about = WORDS.get(move.say);
    insistOnParts(move, "type", "say", ...about);
    insist(about.every((part) => ABOUT[part].includes(move[part])), `${shown(move)} says nothing.`);
    this.#hasSaid = true;
  }

  open({ card }) {
    this.#show(card);
    this.#askForOpenCard();
  }

  reserve({ pile }) {
    const at = PILES.indexOf(pile);
    insist(pile === null || at >= 0, `There was no pile ${shown(pile)}.`);
    this.#token = pile === null;
    this.#mark = pile === null ? null : { pile: at, seat: this.#go };
    this.#beginGo(this.#next(this.#go));
  }

  brief() {
    insist(this.#settings.twist === "briefing" && this.#token, "There was no briefing to call.");
    insist(this.#played === 0, "A briefing is called before the first card.");
    [this.#phase, this.#token] = [BRIEF, false];
  }

  reveal({ card }) {
    this.#show(card);
    const next = this.#nextToShow();
    if (next === undefined) this.#phase = PLAY;
    this.#actor = next ?? this.#go;
  }

  /** The seat's cards are filled up, then comes what a twist asks for, then the next go. */
  #endGo() {
    const hand = this.#hands[this.#go];
    const drawn = this.#deck.splice(0, this.#settings.hand - hand.length);
    hand.push(...drawn);
    if (this.#settings.twist === "open_card" && drawn.length > 0) this.#askForOpenCard();
    else if (this.#settings.twist === "reserved_pile" && this.#token) this.#phase = RESERVE;
    else this.#beginGo(this.#next(this.#go));
  }

  /** The first seat with cards from `seat` on; the marks of those it passes by are taken away. */
  #beginGo(seat) {
    let at = seat;
    const unmark = () => { if (this.#mark?.seat === at) this.#mark = null; };
    for (; this.#hands[at].length === 0; at = this.#next(at)) unmark();
    unmark();
    [this.#go, this.#actor, this.#phase] = [at, at, PLAY];
    [this.#played, this.#hasSaid] = [0, false];
    this.#need = this.#deck.length > 0 ? this.#settings.min_play : 1;
    if (!canPlace(this.#hands[at], this.#usable(), this.#need)) this.#why = "stuck";
  }

  #askForOpenCard() {
    const next = this.#nextToShow();
    if (next === undefined) this.#beginGo(this.#next(this.#go));
    else [this.#phase, this.#actor] = [OPEN, next];
  }

  /** From the seat whose go it is on, the first with cards but none face up. */
  #nextToShow() {
    const seats = [...this.#hands.keys()];
    const inTurn = [...seats.slice(this.#go), ...seats.slice(0, this.#go)];
    return inTurn.find((seat) => this.#hands[seat].length > 0 && this.#faceUp[seat] === null);
  }

  #show(card) {
    this.#insistOnHeld(this.#actor, card);
    this.#faceUp[this.#actor] = card;
  }

  #discard(card) {
    const seat = this.#go;
    this.#hands[seat] = this.#hands[seat].filter((other) => other !== card);
    if (this.#faceUp[seat] === card) this.#faceUp[seat] = null;
  }

  #insistOnHeld(seat, card) {
    insist(this.#hands[seat].includes(card), `Seat ${seat} did not hold ${shown(card)}.`);
  }

  /** A pile that another seat has marked takes nothing: NaN compares with no card. */
  #usable() {
    const isOthers = this.#mark !== null && this.#mark.seat !== this.#go;
    return isOthers ? covered(this.#tops, this.#mark.pile, NaN) : this.#tops;
  }

  #isAllPlaced() {
    return this.#deck.length === 0 && this.#hands.every((hand) => hand.length === 0);
  }

  #next(seat) {
    return seatAfter(seat, [...this.#hands.keys()]);
  }
}

/** ACTS.get(type): the phases it belongs to, its parts besides the type, and what it does. */
const ACTS = new Map([
  ["start", [[START], ["seat"], (table, move) => table.vote(move)]],
  ["play", [[PLAY], ["card", "pile"], (table, move) => table.play(move)]],
  ["end", [[PLAY], [], (table) => table.end()]],
  ["signal", [[START, PLAY], null, (table, move) => table.say(move)]],
  ["open", [[OPEN], ["card"], (table, move) => table.open(move)]],
  ["reserve", [[RESERVE], ["pile"], (table, move) => table.reserve(move)]],
  ["briefing", [[PLAY], [], (table) => table.brief()]],
  ["reveal", [[BRIEF], ["card"], (table, move) => table.reveal(move)]],
]);

/** Onward, or exactly ten back. */
function fits(card, pile, top) {
  const onward = pile < 2 ? card > top : card < top;
  return onward || card === (pile < 2 ? top - 10 : top + 10);
}

/** Whether some order puts `count` cards down, one after another. */
function canPlace(hand, tops, count) {
  if (count <= 0) return true;
  return hand.some((card) => {
    const rest = hand.filter((other) => other !== card);
    const goesOn = (pile) => canPlace(rest, covered(tops, pile, card), count - 1);
    return tops.some((top, pile) => fits(card, pile, top) && goesOn(pile));
  });
}

function covered(tops, pile, card) {
  return tops.map((top, other) => (other === pile ? card : top));
}

/** Who has most votes; of several the one that was named first. */
function mostNamed(votes) {
  const counts = votes.map((vote) => votes.filter((other) => other === vote).length);
  return votes[counts.indexOf(Math.max(...counts))];
}

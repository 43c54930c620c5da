// How a check says no, and the checks of shape that all games need.

/** What a log says that the rules of its game do not allow. */
export class Refused extends Error {}

export function insist(holds, sentence) {
  if (!holds) throw new Refused(sentence);
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A move is an object of exactly these parts. */
export function insistOnParts(move, ...names) {
  const [came, expected] = [Object.keys(move).sort(), names.sort()];
  insist(isSameRow(came, expected), `A move has the parts ${expected}; here it has ${came}.`);
}

/** Whether two rows hold the same, in the same order. */
export function isSameRow(one, other) {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

/** A short picture of any value, for sentences. */
export function shown(value) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** hands[seat]: `size` cards each, from the beginning of what was drawn. */
export function handsOf(drawn, seats, size) {
  return Array.from({ length: seats }, (_, seat) => drawn.slice(seat * size, (seat + 1) * size));
}

/** The next of the seats in play, by ascending numbers and then round. */
export function seatAfter(seat, playing) {
  return playing.find((other) => other > seat) ?? playing[0];
}

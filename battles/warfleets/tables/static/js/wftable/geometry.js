// Where a way comes to, by its numbers. Whether it is lawful the server says.
const FULL = 3600;
const TURN = 50; // turns are offered in steps of 5 degrees
const STEP = 25; // and lengths of a quarter of an inch

const radians = (tenths) => (tenths * Math.PI) / 1800;

/** A heading from 0 to 359.9 degrees. */
export const headed = (tenths) => ((Math.round(tenths) % FULL) + FULL) % FULL;
export const snapped = (length, step = STEP) => Math.round(length / step) * step;
export const within = (value, least, most) => Math.min(most, Math.max(least, value));
export const apart = ([x, y], [right, up]) => Math.hypot(right - x, up - y);

/** The place so far ahead of another. */
export function ahead([x, y], heading, far) {
  return [Math.round(x + far * Math.sin(radians(heading))), Math.round(y + far * Math.cos(radians(heading)))];
}

/** The heading from one place to another, in steps of 5 degrees. */
export function towards([x, y], [right, up]) {
  return headed(snapped((Math.atan2(right - x, up - y) * 1800) / Math.PI, TURN));
}

/** The corners of a way that turns after so much of its length. */
export function corners({ place, heading }, full, before, turn) {
  const pivot = ahead(place, heading, before);
  return [place, pivot, ahead(pivot, heading + turn, full - before)];
}

/** The pivot that brings a model nearest to a place. */
export function nearest(start, { full, pivot_from: from, pivot_to: to, turn }, goal) {
  let best = null;
  for (let before = from; before <= to; before = before === to ? to + 1 : Math.min(to, snapped(before + STEP))) {
    for (let angle = -turn; angle <= turn; angle += TURN) {
      const far = apart(corners(start, full, before, angle)[2], goal);
      if (!best || far < best.far - 0.5) best = { far, before, turn: angle };
    }
  }
  return best;
}

/** The outline of all places to which a way may come. */
export function region(start, { full, pivot_from: from, pivot_to: to, turn }) {
  const end = (before, angle) => corners(start, full, before, angle)[2];
  const sweep = Array.from({ length: turn / TURN + 1 }, (_none, at) => -turn + 2 * TURN * at);
  const out = Array.from({ length: 9 }, (_none, at) => from + ((to - from) * at) / 8);
  return [...sweep.map((angle) => end(from, angle)), ...out.map((before) => end(before, turn)), ...out.reverse().map((before) => end(before, -turn))];
}

/** A sector from one heading to another, as a path round a middle in the drawing; headings grow clockwise. */
export function sector([x, y], inner, outer, from, to) {
  const at = (heading, far) => `${(x + far * Math.sin(radians(heading))).toFixed(1)} ${(y - far * Math.cos(radians(heading))).toFixed(1)}`;
  const large = to - from > 1800 ? 1 : 0;
  return `M${at(from, inner)}L${at(from, outer)}A${outer} ${outer} 0 ${large} 1 ${at(to, outer)}L${at(to, inner)}A${inner} ${inner} 0 ${large} 0 ${at(from, inner)}z`;
}

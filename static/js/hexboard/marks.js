// Marks on the board for what is chosen: rings around targets with the chance to hit, and the line of fire.
import { draw, layer, pieceOf, placeOf } from "./table.js";

const RING = 24;
const SMALL = 13; // around a missile

/** Takes all marks away. */
export function unmark() {
  for (const name of ["above", "below"]) layer(name)?.replaceChildren();
}

// The best offer at each target: what is written beside it.
function best(offers) {
  const found = new Map();
  for (const { dataset } of offers) {
    if (!dataset.target || !pieceOf(dataset.target)) continue;
    const before = found.get(dataset.target);
    if (!before || Number(dataset.damage ?? 0) > Number(before.damage ?? 0)) found.set(dataset.target, dataset);
  }
  return found;
}

// Targets that lie close together: the same chance is written once, another one below it.
const WIDTH = 24;
const HEIGHT = 13;

function write(written, x, y, words, css) {
  const over = () => written.find((one) => Math.abs(one.x - x) < WIDTH && Math.abs(one.y - y) < HEIGHT);
  for (let found = over(); found; found = over()) {
    if (found.words === words) return;
    y = found.y + HEIGHT;
  }
  written.push({ x, y, words });
  draw(layer("above"), "text", { class: css, x, y }, words);
}

/** A ring around each target of the offers, a strong one around the chosen. */
export function markTargets(offers, target) {
  const written = [];
  for (const [number, { chance }] of best(offers)) {
    const piece = pieceOf(number);
    const [x, y] = placeOf(piece);
    const r = piece.classList.contains("missile") ? SMALL : RING;
    const css = number === target ? "target is-aimed" : "target";
    draw(layer("above"), "circle", { class: css, "data-aim": number, cx: x, cy: y, r });
    if (chance) write(written, x, y + 4, `${chance}%`, r === RING ? "target-odds" : "target-odds is-small");
  }
}

/** The line from a unit to its target. */
export function markRange(unit, target) {
  const [from, to] = [placeOf(pieceOf(unit)), placeOf(pieceOf(target))];
  if (from && to) draw(layer("below"), "path", { class: "aiming", d: `M${from}L${to}` });
}

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

// Targets that lie close together: the same chance is written once, another one above or below it. None lies under a name.
const WIDTH = 24;
const HEIGHT = 13;
const STEPS = [0, 1, -1, 2, -2, 3, -3];

// Where the names of counters stand, as boxes of the drawing.
function names() {
  const shown = [...document.querySelectorAll("[data-names] [data-name]:not([display=none])")];
  return shown.map((name) => {
    const [x, y] = placeOf(name);
    const box = name.firstElementChild.getBBox();
    return { left: x + box.x, right: x + box.x + box.width, top: y + box.y, bottom: y + box.y + box.height };
  });
}

function write(written, named, x, y, words, css) {
  const near = (one, at, its = one.y) => Math.abs(one.x - x) < WIDTH && Math.abs(its - at) < HEIGHT;
  const under = (box, at) => box.left < x + WIDTH / 2 && box.right > x - WIDTH / 2 && box.top < at + 3 && box.bottom > at - 10;
  if (written.some((one) => one.words === words && near(one, y, one.from))) return;
  const free = (at) => !written.some((one) => near(one, at)) && !named.some((box) => under(box, at));
  const at = STEPS.map((step) => y + step * HEIGHT).find(free) ?? y;
  written.push({ x, y: at, from: y, words });
  draw(layer("above"), "text", { class: css, x, y: at }, words);
}

/** A ring around each target of the offers, a strong one around the chosen; no ring lies over a chance. */
export function markTargets(offers, target) {
  const written = [];
  const named = names();
  const aims = [...best(offers)].map(([number, { chance }]) => {
    const piece = pieceOf(number);
    const [x, y] = placeOf(piece);
    return { number, chance, x, y, r: piece.classList.contains("missile") ? SMALL : RING };
  });
  for (const { number, x, y, r } of aims) {
    const css = number === target ? "target is-aimed" : "target";
    draw(layer("above"), "circle", { class: css, "data-aim": number, cx: x, cy: y, r });
  }
  for (const { chance, x, y, r } of aims) {
    if (chance) write(written, named, x, y + 4, `${chance}%`, r === RING ? "target-odds" : "target-odds is-small");
  }
}

/** The line from a unit to its target. */
export function markRange(unit, target) {
  const [from, to] = [placeOf(pieceOf(unit)), placeOf(pieceOf(target))];
  if (from && to) draw(layer("below"), "path", { class: "aiming", d: `M${from}L${to}` });
}

// Several counters in one place: a list of them opens on the board, and one is chosen.
import { aim, choose, chosen, onChoice, targets } from "./choice.js";
import { all, one, pieceOf, placeOf } from "./table.js";

const WIDE = 41.57; // of a hex in the drawing, and of a row of them
const TALL = 36;

// Counters of one hex are drawn beside its middle, but never as far as its edge.
function hexOf(piece) {
  const [x, y] = placeOf(piece);
  const row = Math.round(y / TALL);
  return `${Math.round(x / WIDE - row / 2)},${row}`;
}

// All counters in the hex of one of them, that one first.
function company(piece) {
  const others = all("[data-stage] [data-unit]:not(.is-gone, [data-figure])").filter((other) => other !== piece && hexOf(other) === hexOf(piece));
  return [piece, ...others];
}

const companyOf = (unit) => (pieceOf(unit) ? company(pieceOf(unit)) : []);

/** Whether an offer of the chosen unit is about that counter. */
export const isAimed = (piece) => targets().includes(piece.dataset.unit);

function picks(unit) {
  if (targets().includes(unit)) aim(unit);
  else choose(unit, { look: false });
}

/** Chooses what a tap is for, the nearest counter first: what is fired at before all else; a list opens for several. */
export function picked(pieces) {
  const here = company(pieces[0]);
  const aims = here.filter(isAimed);
  const found = aims.length ? aims : here;
  if (found.length > 1) openStack(found);
  else picks(found[0].dataset.unit);
}

/** Opens the list of the counters that stand where the chosen unit stands. */
export function openCompany() {
  const found = companyOf(chosen().unit);
  if (found.length > 1) openStack(found);
}

function entry(piece) {
  const button = document.createElement("button");
  const berth = one(`[data-choose="${piece.dataset.unit}"]`);
  const side = piece.classList.contains("of-terran") ? "terran" : "talon";
  Object.assign(button, { type: "button", className: `berth of-${side}` });
  if (berth) button.append(...[...berth.childNodes].map((child) => child.cloneNode(true)));
  else button.textContent = piece.querySelector("title").textContent;
  button.dataset.stacked = piece.dataset.unit;
  button.addEventListener("click", () => {
    closeStack();
    picks(piece.dataset.unit);
  });
  return button;
}

/** Takes the list away; whether there was one. */
export function closeStack() {
  const list = one("[data-stack]");
  const open = Boolean(list?.childElementCount);
  list?.replaceChildren();
  if (open) one("[data-play-board]").focus({ preventScroll: true });
  return open;
}

function openStack(pieces) {
  const list = one("[data-stack]");
  list.replaceChildren(...pieces.map(entry));
  list.firstElementChild.focus({ preventScroll: true });
}

// Arrows go through the list, a digit chooses, Escape leaves it.
function pressed(event) {
  const list = event.target.closest("[data-stack]");
  if (!list || event.altKey || event.ctrlKey || event.metaKey) return;
  const entries = [...list.children];
  const at = entries.indexOf(event.target.closest("button"));
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (step) entries[(at + step + entries.length) % entries.length].focus();
  else if (/^[1-9]$/.test(event.key) && entries[event.key - 1]) entries[event.key - 1].click();
  else if (event.key === "Escape") closeStack();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// The button says how many stand in the place of the chosen unit.
function showCompany() {
  const many = companyOf(chosen().unit).length;
  const button = one("[data-company]");
  button.hidden = many < 2;
  button.textContent = `${many} here`;
}

onChoice(showCompany);
document.addEventListener("keydown", pressed, { capture: true });

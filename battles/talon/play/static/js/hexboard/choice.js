// What has been chosen: a unit, what it aims at, and an order that waits for its confirmation.
import { reveal } from "./camera.js";
import { markRange, markTargets, unmark } from "./marks.js";
import { fireAll, order } from "./send.js";
import { picks } from "./sheet.js";
import { all, buttonOf, nameOf, offersOf, one, pieceOf, placeOf, ready, stage, table } from "./table.js";

const state = { unit: null, target: null, armed: null };

export const chosen = () => state;

const onward = []; // what follows when a unit is chosen

/** Says what is to be done when a unit is chosen. */
export function onChoice(call) {
  onward.push(call);
}

// A question in the middle of a step shows all its answers, of whatever unit.
const asking = () => "question" in table().dataset;
const current = () => (asking() ? all('[data-offers-of] button[name="order"]') : state.unit === null ? [] : offersOf(state.unit));

/** The offers of the chosen unit that are about its chosen target, or all. */
export function offers() {
  const found = current();
  return state.target === null ? found : found.filter((button) => button.dataset.target === state.target);
}

/** What the offers of the chosen unit are about. */
export const targets = () => [...new Set(current().map((button) => button.dataset.target).filter(Boolean))];

/** Shows a unit's card, and its berth as the chosen one. */
export function showUnit(unit) {
  for (const card of all("[data-card]")) card.hidden = card.dataset.card !== unit;
  for (const berth of all("[data-choose]")) berth.setAttribute("aria-pressed", String(berth.dataset.choose === unit));
  const berth = one(`[data-choose="${unit}"]`);
  for (let row = berth?.parentElement; row && !row.matches("[data-table]"); row = row.parentElement) row.scrollLeft = berth.offsetLeft - row.offsetLeft - 8;
}

/** Chooses a unit: its offers, its card, and on the board where it may go and what it may hit. */
export function choose(unit, { look = true } = {}) {
  Object.assign(state, { unit, target: null, armed: null });
  for (const part of all("[data-offers-of]")) part.hidden = !asking() && part.dataset.offersOf !== unit;
  showUnit(unit);
  for (const row of all("[data-sheet-row]")) row.classList.toggle("is-chosen", row.dataset.sheetRow === unit);
  refresh();
  if (look) bringIntoSight();
  for (const call of onward) call();
}

function bringIntoSight() {
  const ghosts = all(`[data-ghosts] [data-of="${state.unit}"]`);
  const aims = targets().map(pieceOf);
  const places = (found) => found.map(placeOf).filter(Boolean);
  reveal(places([pieceOf(state.unit), ...ghosts, ...aims]), places(ready().map(pieceOf)));
}

/** Shows on the board and in the panel what is chosen. */
export function refresh() {
  for (const piece of all("[data-stage] [data-unit]")) piece.classList.toggle("is-chosen", piece.dataset.unit === state.unit);
  const inSheet = new Set(picks());
  for (const ghost of all("[data-ghosts] [data-of]")) {
    ghost.classList.toggle("is-shown", ghost.dataset.of === state.unit);
    ghost.classList.toggle("is-picked", inSheet.has(ghost.dataset.ghost));
    ghost.classList.toggle("is-armed", ghost.dataset.ghost === state.armed);
    ghost.classList.toggle("is-suggested", Boolean(buttonOf(ghost.dataset.ghost)?.classList.contains("is-suggested")));
  }
  unmark();
  markTargets(current(), state.target);
  if (state.armed && buttonOf(state.armed)?.dataset.target) markRange(state.unit, buttonOf(state.armed).dataset.target);
  for (const part of all("[data-aims-at]")) part.hidden = state.target !== null && part.dataset.aimsAt !== state.target;
  for (const button of current()) button.hidden = state.target !== null && button.dataset.target !== state.target;
  for (const button of all('button[name="order"]')) button.classList.toggle("is-armed", button.value === state.armed);
  showVolley();
  showDock();
}

// All groups at one target at once: the server is asked one by one, and it stops when something has changed.
function showVolley() {
  one("[data-volley]")?.remove();
  const able = offers().filter((button) => button.dataset.verb === "fire");
  if (state.target === null || able.length < 2) return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "btn btn-primary btn-wide", textContent: `Fire all ${able.length} groups at ${nameOf(state.target)}` });
  button.dataset.volley = "";
  button.addEventListener("click", () => fireAll(state.target, able.map((offer) => offer.value)));
  able[0].closest("[data-offers-of]").prepend(button);
}

function showDock() {
  const dock = one("[data-chosen]");
  if (!dock) return;
  const button = state.armed ? buttonOf(state.armed) : null;
  dock.hidden = !state.armed;
  const owner = button?.dataset.target || button?.dataset.way ? `${nameOf(state.unit)}: ` : "";
  one("[data-chosen-words]").textContent = button ? owner + words(button) : state.words ?? "";
}

// Below the heading of a target an offer does not name it; what waits for its confirmation does.
function words(button) {
  const at = button.closest("[data-aims-at]")?.querySelector("h4")?.textContent;
  const [head, ...rest] = said(button);
  return [at && !head.includes(` at ${at}`) ? `${head} at ${at}` : head, ...rest].join(". ");
}

function said(button) {
  const parts = [...button.querySelectorAll(".offer-words, .offer-odds, .offer-warn")];
  return (parts.length ? parts : [button]).map((part) => part.textContent.trim());
}

/** Chooses what to aim at; the same again chooses all. */
export function aim(target) {
  state.target = state.target === target ? null : target;
  state.armed = null;
  refresh();
  one("[data-side-column]").scrollTop = 0;
}

/** Has an order wait for its confirmation; the same again confirms it. */
export function arm(text, said = "") {
  if (state.armed === text) return confirm();
  Object.assign(state, { armed: text, words: said });
  refresh();
}

/** Gives the order that waits, or those of the sheet. */
export function confirm() {
  if (state.armed) order(state.armed);
  else one("[data-sheet-send]")?.click();
}

/** Drops what is chosen, the last first: the order, the target. */
export function drop() {
  if (state.armed) state.armed = null;
  else state.target = null;
  refresh();
}

/** Chooses the next unit that can be ordered, or the one before. */
export function next(step = 1) {
  const list = ready();
  if (!list.length) return;
  const at = list.indexOf(state.unit);
  choose(list[(at + step + list.length) % list.length]);
}

/** Aims at the next target of the chosen unit. */
export function nextTarget() {
  const found = targets();
  if (found.length) aim(found[(found.indexOf(state.target) + 1) % found.length]);
}

/** After a new answer: the same unit if it can still be ordered, else the next; none, but both fleets, if nothing is asked. */
export function begin() {
  const list = ready();
  const kept = list.includes(state.unit) ? state.unit : list[0] ?? (pieceOf(state.unit) ? state.unit : null);
  choose(kept, { look: list.length > 0 });
  if (!list.length && stage()) reveal([]);
}

/** Takes the last order back. */
export const undo = () => one("[data-undo]")?.click();

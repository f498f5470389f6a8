// Every action has a key. Keys that a focused control needs stay its own.
import { pan, show, zoom } from "./camera.js";
import { aim, arm, chosen, confirm, drop, next, nextTarget, offers, refresh, undo } from "./choice.js";
import { skip } from "./film.js";
import { close as closeLookup, look } from "./lookup.js";
import { placing, stepTo, turn } from "./placing.js";
import { setNext } from "./settings.js";
import { pickSuggested, pickWay } from "./sheet.js";
import { openCompany } from "./stack.js";
import { all, one, table } from "./table.js";
import { goTo } from "./tabs.js";

const WAYS = { ArrowUp: "ahead", ArrowLeft: "left", ArrowRight: "right", q: "slip-left", e: "slip-right" };
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const STRIDE = 60; // pixels

// Turning and slipping are of one unit: an offered way that docks or lands comes after the plain one.
function go(way) {
  if (pickWay(chosen().unit, way)) return (refresh(), true);
  const button = offers().find(({ dataset }) => dataset.way === way);
  if (button) arm(button.value);
  return Boolean(button);
}

function answer(number) {
  const button = all("[data-answers] button")[number - 1];
  if (button) arm(button.value);
}

function fire(number) {
  const able = offers().filter(({ dataset }) => dataset.group !== undefined || dataset.target !== undefined);
  const button = able.find(({ dataset }) => Number(dataset.group) === number - 1) ?? (able[0]?.dataset.group === undefined ? able[number - 1] : null);
  if (!button) return answer(number);
  if (chosen().target === null && button.dataset.verb === "fire") aim(button.dataset.target);
  arm(button.value);
}

function asCaptain() {
  if (pickSuggested(chosen().unit)) refresh();
  else one(`[data-offers-of="${chosen().unit}"] [data-captain]`)?.click();
}

function close() {
  const button = one("[data-sheet-send]") ?? one("[data-close]");
  if (button?.matches("[data-sheet-send]")) button.click();
  else if (button) arm(button.value);
}

const KEYS = {
  Enter: confirm,
  Backspace: undo,
  Escape: () => (chosen().armed || chosen().target ? drop() : closeLookup()),
  " ": close,
  n: () => next(1),
  p: () => next(-1),
  t: nextTarget,
  c: openCompany,
  f: () => one("[data-volley]")?.click(),
  g: () => (one("[data-advised]") ?? one("[data-sheet-send]"))?.click(),
  h: asCaptain,
  m: () => setNext("film"),
  u: () => setNext("sound"),
  x: skip,
  o: () => goTo("orders"),
  i: () => goTo("ship"),
  l: () => goTo("log"),
  a: () => look("arcs"),
  w: () => look("where"),
  s: () => look("shots"),
  y: () => look("why"),
  "+": () => zoom(1.3),
  "=": () => zoom(1.3),
  "-": () => zoom(1 / 1.3),
  0: () => show("fit"),
};

function arrow(key) {
  if (placing() && STEPS[key]) return stepTo(...STEPS[key]);
  if (placing() && (key === "q" || key === "e")) return turn(key === "q" ? 1 : -1);
  if (WAYS[key] && go(WAYS[key])) return true;
  if (STEPS[key] && document.activeElement?.matches("[data-play-board]")) return pan(STEPS[key][0] * STRIDE, STEPS[key][1] * STRIDE);
  return false;
}

const isTyping = (target) => target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
const isControl = (target) => target.matches("button, a, summary, input");
const isOutside = (target) => target !== document.body && !target.closest("[data-table]");

function pressed(event) {
  if (!table() || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const { key, target } = event;
  if (isTyping(target) || isOutside(target)) return;
  if ((key === "Enter" || key === " ") && isControl(target)) return;
  if (target.matches("input[type=radio]") && key.startsWith("Arrow")) return;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (/^[1-9]$/.test(name)) fire(Number(name));
  else if (KEYS[name]) KEYS[name]();
  else if (arrow(name) === false) return;
  event.preventDefault();
}

document.addEventListener("keydown", pressed);

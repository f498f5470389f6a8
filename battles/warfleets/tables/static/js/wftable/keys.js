// Every action has a key. Keys that a focused control needs stay its own.
import { pan, show, zoom } from "../board/camera.js";
import { able, act, actions, aim, choice, choose, drop, set, targets, way } from "./choice.js";
import { ahead } from "./geometry.js";
import { addCorner, drag } from "./ghost.js";
import { all, asked, battle, model, one, table } from "./table.js";
import { isRuling, takeRuler } from "./ruler.js";

const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const STRIDE = 60; // pixels
const [QUARTER, INCH] = [25, 100]; // 1/100 inch
const BEFORE = 200; // 1/100 inch before a ship where a mine is laid first
const EAST = 900;
const [FINE, TURN] = [10, 50]; // 1/10 degree
const ACTS = { h: ["hold"], m: ["move", "fly-move", "go"], c: ["cruise", "fly-cruise"], r: ["ram", "return"], f: ["repair"], u: ["pull"], w: ["warp"], k: ["skip"], b: ["mine"], v: ["reserve"] };

const press = (selector) => one(selector)?.click();

function next(step) {
  const numbers = able();
  if (!numbers.length) return;
  const at = numbers.indexOf(choice().model);
  choose(numbers[(at + step + numbers.length) % numbers.length] ?? numbers[0]);
}

function nextTarget() {
  const numbers = targets();
  if (numbers.length) aim(numbers[(numbers.indexOf(choice().target) + 1) % numbers.length]);
}

function escape() {
  if (isRuling()) return takeRuler(false);
  return drop();
}

const KEYS = {
  Enter: () => press("[data-confirm]:not(:disabled)"),
  Escape: escape,
  Backspace: () => (choice().by.length ? set({ by: choice().by.slice(0, -1) }) : press("[data-undo]")),
  n: () => next(1),
  p: () => next(-1),
  t: nextTarget,
  g: () => press("[data-nearest]:not([hidden])"),
  ".": () => all("[data-wf-plain] form").find((form) => /(^enough| done)$/.test(form.elements.put?.value))?.querySelector("button").click(),
  a: () => press("[data-wf-arcs]"),
  l: () => press("[data-wf-rule]"),
  "+": () => zoom(1.3),
  "=": () => zoom(1.3),
  "-": () => zoom(1 / 1.3),
  0: () => show("fit"),
  9: () => show("whole"),
};

// Up and down say where the ship pivots, left and right how far; what is put somewhere goes up, down and aside.
function arrow([right, up], fine) {
  const { action, before, turn, by } = choice();
  if (way() || action === "hold") return set({ before: before + up * (fine ? QUARTER : INCH), turn: turn + right * (fine ? FINE : TURN) });
  const from = action.startsWith("fly") ? (by.at(-1) ?? model(choice().model).place) : (choice().place ?? middle());
  const far = fine ? QUARTER : INCH;
  const goal = [from[0] + right * far, from[1] + up * far];
  if (action.startsWith("fly") && !by.length) return addCorner(goal);
  return drag(goal);
}

// Where something begins that lies nowhere yet: beside its ship, or in the middle of one's own zone or of the table.
function middle() {
  const { width, depth, fleets } = battle();
  const found = model(choice().model);
  if (choice().action === "mine") return ahead(found.place, found.heading, found.radius + BEFORE);
  if (choice().action === "aside") return ahead(model(asked().beside).place, EAST, model(asked().beside).radius + found.radius);
  const { zone } = fleets.find(({ side }) => side === asked().side);
  const [[x, y], [right, high]] = choice().action === "deploy" ? zone : [[0, 0], [width, depth]];
  return [(x + right) / 2, (y + high) / 2];
}

function pressed(event) {
  const { key, target } = event;
  if (!table() || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (target.matches("input, textarea, select") || (target !== document.body && !target.closest("[data-wf-table]"))) return;
  if ((key === "Enter" || key === " ") && target.matches("button, a, summary")) return;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const action = ACTS[name]?.find((one_) => actions().includes(one_));
  const shots = all("[data-shot]:not([hidden]) button");
  if (ARROWS[key] && choice().action) arrow(ARROWS[key], event.shiftKey);
  else if (ARROWS[key] && target.matches("[data-wf-stage]")) pan(ARROWS[key][0] * STRIDE, -ARROWS[key][1] * STRIDE);
  else if ("qe".includes(name) && choice().action) set({ heading: choice().heading + (name === "q" ? -150 : 150) });
  else if (/^[1-8]$/.test(name) && shots[name - 1]) shots[name - 1].click();
  else if (action) act(action);
  else if (KEYS[name]) KEYS[name]();
  else return;
  event.preventDefault();
}

document.addEventListener("keydown", pressed);

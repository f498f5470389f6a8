// The dock: buttons, sliders and numbers of what is being ordered, and what the server says of it.
import { act, actions, able, aim, choice, choose, isTurned, most, reach, set, targets, way } from "./choice.js";
import { lineOf } from "./lines.js";
import { previewOf } from "./previews.js";
import { all, asked, battle, model, one } from "./table.js";

const FLIES = ["fly-move", "fly-cruise"];
const PLACED = ["deploy", "return", "lay", "marker", "mine", "aside"];
// Numbers as they are written, by what they are of: 1/100 inch or 1/10 degree.
const UNITS = { before: 100, ahead: 100, x: 100, y: 100, turn: 10, heading: 10 };

/** Whether there is anything to be chosen here. */
export const isNeeded = () => asked() !== null && (able().length > 0 || actions().length > 0);

function parts() {
  const { action } = choice();
  const straight = way();
  return {
    models: able().length > 1,
    acts: actions().length > 0,
    piece: action === "lay",
    targets: targets().length > 0,
    before: straight && straight.pivot_from < straight.pivot_to,
    turn: most() > 0,
    place: PLACED.includes(action),
    heading: isTurned(),
    ahead: action === "deploy" && model(choice().model).rank === "vanguard",
    corners: FLIES.includes(action),
    go: action !== "",
  };
}

/** Shows what belongs to the choice. */
export function showDock() {
  const dock = one("[data-dock]");
  if (!dock) return; // it is not the reader's turn
  dock.hidden = !isNeeded();
  if (dock.hidden) return;
  const shown = parts();
  for (const part of all("[data-part]")) part.hidden = !shown[part.dataset.part];
  showButtons();
  showNumbers();
  showWords();
}

function chip(group, key, words, pressed, side) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `wf-chip of-${side}`;
  button.dataset[key[0]] = key[1];
  button.setAttribute("aria-pressed", String(pressed));
  button.textContent = words;
  group.append(button);
}

function showButtons() {
  const now = choice();
  const groups = [["models", "choose", able(), now.model], ["targets", "aim", targets(), now.target]];
  for (const [part, key, numbers, chosen] of groups) {
    const group = one(`[data-part="${part}"]`);
    const focused = document.activeElement?.dataset?.[key];
    group.replaceChildren();
    for (const number of numbers) chip(group, [key, number], model(number).name, number === chosen, model(number).side);
    if (focused !== undefined) group.querySelector(`[data-${key}="${focused}"]`)?.focus();
  }
  const may = actions();
  for (const button of all("[data-act]")) {
    button.hidden = !may.includes(button.dataset.act);
    button.setAttribute("aria-pressed", String(button.dataset.act === now.action));
  }
  const pieces = one('[data-set="piece"]');
  if (asked().pieces.length && !pieces.length) {
    for (const { key, title, kinds } of asked().pieces) pieces.add(new Option(`${title}: ${kinds.join(", ")}`, key));
  }
}

function limits(name) {
  const straight = way();
  const { width, depth } = battle();
  return { before: straight && [straight.pivot_from, straight.pivot_to], turn: [-most(), most()], x: [0, width], y: [0, depth], heading: [0, 3595] }[name];
}

function showNumbers() {
  const now = { ...choice() };
  [now.x, now.y] = now.place ?? [null, null];
  for (const input of all("[data-set]")) {
    const name = input.dataset.set;
    if (name === "piece") input.value = now.piece;
    if (!UNITS[name]) continue;
    const [least, greatest] = limits(name) ?? [0, 1200];
    Object.assign(input, { min: least / UNITS[name], max: greatest / UNITS[name] });
    if (input !== document.activeElement || input.type === "range") input.value = now[name] === null ? "" : now[name] / UNITS[name];
  }
}

function showWords() {
  const now = choice();
  const line = lineOf(now);
  const found = previewOf(line);
  const words = one("[data-dock-words]");
  const kind = now.target !== null ? "-aimed" : now.action === "lay" && !isTurned() ? "-round" : "";
  const plain = (one(`[data-hint="${now.action}${kind}"]`) ?? one(`[data-hint="${now.action}"]`))?.textContent ?? "";
  const filled = plain.replace("{reach}", reach() / 100).replace("{target}", now.target === null ? "" : model(now.target).name);
  words.replaceChildren();
  for (const sentence of found?.refusal ? [found.refusal.words] : found?.words.length ? found.words : [filled]) {
    const part = document.createElement("span");
    part.textContent = `${sentence} `;
    words.append(part);
  }
  words.classList.toggle("is-wrong", Boolean(found?.refusal));
  one("[data-confirm]").disabled = !line || Boolean(found?.refusal);
  const instead = one("[data-nearest]");
  instead.hidden = !(found?.refusal && found.instead);
  instead.dataset.nearest = found?.instead ?? "";
  one("[data-back]").hidden = !now.by.length;
}

/** Takes a number or a choice that was entered. */
export function entered({ dataset, value }) {
  const name = dataset.set;
  if (name === "piece") return set({ piece: value });
  const number = Math.round(Number(value) * UNITS[name]);
  if (value === "" || Number.isNaN(number)) return null;
  if (name === "x" || name === "y") {
    const place = choice().place ?? [0, 0];
    return set({ place: name === "x" ? [number, place[1]] : [place[0], number] });
  }
  return set({ [name]: number });
}

/** Does what a button of the dock says; whether it was one. */
export function pressed({ dataset }) {
  if (dataset.choose) choose(Number(dataset.choose));
  else if (dataset.act) act(dataset.act);
  else if (dataset.aim) aim(Number(dataset.aim));
  else if ("back" in dataset) set({ by: choice().by.slice(0, -1) });
  else return false;
  return true;
}

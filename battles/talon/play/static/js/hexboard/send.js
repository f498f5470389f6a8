// Sends orders to the server, which alone judges them, and lets its answer take the place of the table.
import { LOST } from "../refusal.js";
import { buttonOf, form, one, pieceOf, table } from "./table.js";

let underWay = false;
let volley = null; // the orders still to be given, and how the target stood when they were chosen

let onward = () => {}; // what is done when an answer is shown

export const busy = () => underWay;

/** Says what is to be done after each answer. */
export function afterwards(call) {
  onward = call;
}

function say(words) {
  const line = one("[data-play-state]");
  if (line) line.textContent = words;
}

function together(data) {
  const found = {};
  for (const [name, value] of data) if (value) found[name] = name in found ? [found[name], value].flat() : value;
  return found;
}

function post(values) {
  if (underWay) return;
  underWay = true;
  table().classList.add("is-sending");
  window.htmx
    .ajax("POST", form().action, { source: form(), target: "#play", swap: "innerHTML", values })
    .catch(() => say(LOST))
    .finally(() => {
      underWay = false;
      table()?.classList.remove("is-sending");
      onward();
    });
}

const moment = () => Object.fromEntries(["at", "draft", "side"].map((name) => [name, form().elements[name].value]));

/** Sends a form as a button sends it. */
export function send(sent, button) {
  post(together(new FormData(sent, button)));
}

/** Gives an order in the notation, or several, one after the other. */
export function order(...orders) {
  post({ ...moment(), order: orders });
}

// What is left of a target, as its tooltip says it: hull, fighters.
const standing = (target) => pieceOf(target)?.querySelector("title")?.textContent.match(/\d+ of \d+$/)?.[0] ?? "";

/** Fires several groups at one target, until a die changes what is left of it or asks a question. */
export function fireAll(target, orders) {
  volley = { target, left: orders.slice(1), before: standing(target) };
  order(orders[0]);
}

/** Ends a volley: its last order was not taken. */
export function ceaseFire() {
  volley = null;
}

/** Goes on with a volley, if nothing has changed; whether it did. */
export function goOn() {
  if (!volley) return false;
  const [next, ...left] = volley.left;
  const same = next && buttonOf(next) && standing(volley.target) === volley.before;
  volley = same && left.length ? { ...volley, left } : null;
  if (same) order(next);
  return Boolean(same);
}

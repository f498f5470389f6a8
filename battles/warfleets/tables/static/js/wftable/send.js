// Sends orders to the server, which alone judges them; its answer takes the place of the page's part.
import { LOST } from "../refusal.js";
import { one, table } from "./table.js";

let underWay = false;

function say(words) {
  const line = one("[data-dock-words]");
  if (line) line.textContent = words;
}

function post(address, values) {
  if (underWay) return;
  underWay = true;
  table().classList.add("is-sending");
  window.htmx
    .ajax("POST", address, { source: table(), target: "#play", swap: "innerHTML", values })
    .catch(() => say(LOST))
    .finally(() => {
      underWay = false;
      table()?.classList.remove("is-sending");
    });
}

/** Gives an order in the notation. */
export const order = (line) => post(table().dataset.order, { order: line, seen: table().dataset.seen });

/** Sends a form of the page in place. */
export const send = (form, button) => post(form.action, Object.fromEntries(new FormData(form, button)));

// Sends each tap of a plan editor to its preview address, one after the other, and shows what the server answers.
// The server alone applies and judges; without script the same form goes there as a whole.
import "./address.js";
import { released } from "./press.js";
import { LOST, sentences } from "./refusal.js";

const editor = document.querySelector("[data-desk]");
let last = Promise.resolve();
let underWay = 0;
let sealing = false;

// The moment the page is for, and the zone whose sheet is open.
function moment(form) {
  const zone = form.elements.zone ? { zone: form.elements.zone.value } : {};
  return { turn: form.elements.turn.value, phase: form.elements.phase.value, ...zone };
}

function say(text) {
  const line = editor.querySelector("[data-desk-state]");
  if (line) line.textContent = text;
}

function fail(event, text) {
  if (!editor.querySelector("[data-desk-state]")) return;
  event.stopPropagation(); // said here, and not in the line of the page too
  say(text);
}

function whole(form) {
  const values = {};
  for (const [name, value] of new FormData(form)) {
    values[name] = name in values ? [values[name], value].flat() : value;
  }
  return values;
}

// The control that was used stays where it is on the screen, whatever the answer adds above it.
function keepInPlace(id, change) {
  const top = () => document.getElementById(id)?.getClientRects()[0]?.top; // nothing where it is folded away
  const before = top();
  change();
  // The list with a proposal that was taken is folded: what is said of it stands in the list's place.
  const taken = document.getElementById("taken");
  if (taken) {
    taken.scrollIntoView({ block: "nearest", behavior: "instant" });
    return;
  }
  const after = top();
  if (before !== undefined && after !== undefined) scrollBy({ top: after - before, behavior: "instant" });
}

function send(values, place) {
  underWay += 1;
  let shown = null;
  const hold = ({ detail }) => {
    if (!detail.shouldSwap) return;
    detail.shouldSwap = false;
    shown = released().then(() => keepInPlace(place, () => show(detail.serverResponse)));
  };
  last = last
    .then(() => {
      editor.classList.add("htmx-request");
      editor.addEventListener("htmx:beforeSwap", hold, { once: true });
      return window.htmx.ajax("POST", editor.dataset.preview, { source: editor, target: editor, swap: "innerHTML", values });
    })
    .then(() => shown)
    .catch(() => say(LOST))
    .finally(() => {
      editor.removeEventListener("htmx:beforeSwap", hold);
      editor.classList.remove("htmx-request");
      underWay -= 1;
    });
}

function show(html) {
  const before = document.getElementById("zone-place");
  const read = before?.querySelector("#zone")?.scrollTop;
  window.htmx.swap(editor, html, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 });
  if (before) keepSheet(before);
  document.getElementById("zone")?.scrollTo({ top: read, behavior: "instant" });
  showTaken();
}

// The sheet of a zone that was opened or closed while the answer was under way stays as it is.
function keepSheet(before) {
  const now = document.getElementById("zone-place");
  const zoneOf = (place) => place.querySelector("[name=zone]")?.value ?? "";
  if (now && zoneOf(now) !== zoneOf(before)) now.replaceChildren(...before.childNodes);
}

// A seal waits for the taps before it, and goes with the page as the last of them left it.
function sealAfterTaps(address) {
  if (sealing) return;
  sealing = true;
  last = last.then(() => {
    sealing = false;
    const button = editor.querySelector(`[formaction="${address}"]`);
    button?.form.requestSubmit(button);
  });
}

function changed(field) {
  const form = field.form;
  if ("whole" in editor.dataset) return whole(form);
  const together = field.closest("[data-together]");
  const fields = together ? [...together.querySelectorAll("[data-live]")] : [field];
  return { ...moment(form), ...Object.fromEntries(fields.map((one) => [one.name, one.value])) };
}

function tapped(event) {
  const button = event.submitter;
  if (!editor?.contains(event.target) || !window.htmx) return;
  const elsewhere = button?.getAttribute("formaction");
  if (elsewhere && !underWay) return;
  event.preventDefault();
  if (elsewhere) return sealAfterTaps(elsewhere);
  // A button that is gone once it was pressed names what stays in its place.
  const place = button?.dataset.place ?? button?.id;
  if (button?.name === "do") send({ ...("whole" in editor.dataset ? whole(event.target) : moment(event.target)), do: button.value }, place);
}

function showTaken() {
  const taken = editor.querySelector("#taken");
  if (!taken) return;
  editor.querySelector("#proposals").open = false;
  taken.focus({ preventScroll: true });
}

/** Presses the button of that word for the player, as when a counter is dropped on the map. */
export function press(word) {
  const form = editor.querySelector("form");
  send({ ...moment(form), do: word }, "");
}

document.addEventListener("submit", tapped);
editor?.addEventListener("change", (event) => event.target.matches("[data-live]") && send(changed(event.target), event.target.id));
editor?.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (![409, 422].includes(detail.xhr.status)) return;
  detail.shouldSwap = true;
  detail.isError = false;
});
editor?.addEventListener("htmx:sendError", (event) => fail(event, LOST));
editor?.addEventListener("htmx:responseError", (event) => fail(event, sentences(event.detail.xhr)));

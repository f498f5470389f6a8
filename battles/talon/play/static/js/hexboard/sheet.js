// A step that is asked as a sheet: what is chosen in each row, and the orders that follow from it.
import { all, one, table } from "./table.js";

const rows = () => all("[data-sheet-row]");
const chosenIn = (row) => row.querySelector("select, input:checked")?.value ?? "";

/** What is chosen in each row, "" where it is left open. */
export const picks = () => rows().map(chosenIn);

/** The orders of the sheet; what closes the step follows only where a row is left open. */
export function sheetOrders() {
  const found = picks();
  const close = one("[data-close]")?.value;
  return [...found.filter(Boolean), ...(found.includes("") && close ? [close] : [])];
}

/** Chooses an order in its row; whether the sheet has it. */
export function pick(text) {
  const choice = all("[data-sheet-row] :is(input, option)").find(({ value }) => value === text);
  if (choice) choice[choice.matches("input") ? "checked" : "selected"] = true;
  return Boolean(choice);
}

/** Chooses a unit's way in its row; whether there is one. */
export function pickWay(unit, way) {
  const input = one(`[data-sheet-row="${unit}"] input[data-way="${way}"]`);
  return Boolean(input) && pick(input.value);
}

/** Chooses what the captain suggests for a unit; whether the sheet has it. */
export function pickSuggested(unit) {
  const input = one(`[data-sheet-row="${unit}"] label:has(.offer-mark) input`);
  if (input) input.checked = true;
  return Boolean(input);
}

/** The next unit after one that has to be ordered and whose row is still open, if there is any. */
export function openRow(unit) {
  const found = rows();
  const at = found.findIndex((row) => row.dataset.sheetRow === unit);
  const open = [...found.slice(at + 1), ...found.slice(0, at)].find((row) => !chosenIn(row) && !("free" in row.dataset));
  return open?.dataset.sheetRow ?? null;
}

// The step that is asked about, and what was chosen in it.
const moment = () => `${one(".track-title")?.textContent} ${table()?.dataset.now} ${table()?.dataset.side}`;
let kept = null;

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target?.id !== "play") return;
  const chosen = new Map(rows().map((row) => [row.dataset.sheetRow, chosenIn(row)]));
  kept = { moment: moment(), chosen, isNews: detail.requestConfig.verb === "get" };
});

function chooseAgain(row, text) {
  const choice = [...row.querySelectorAll("input, option")].find(({ value }) => value === text);
  if (choice) choice[choice.matches("input") ? "checked" : "selected"] = true;
}

/** What was chosen, or left open, stays so when news of the same step comes, or not all of it was ordered. */
export function pickAgain() {
  if (kept?.moment === moment() && (kept.isNews || one("[data-left]")))
    for (const row of rows()) if (kept.chosen.has(row.dataset.sheetRow)) chooseAgain(row, kept.chosen.get(row.dataset.sheetRow));
  kept = null;
}

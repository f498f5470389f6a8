// Asks the server what would come of the order that is chosen, and keeps its answer as long as that is the same order.
import { headers, table } from "./table.js";

const WAIT = 120; // milliseconds, in which numbers may still change

let found = null; // the answer for the line
let asking = "";
let timer = 0;
let listener = () => {};

/** Says what is done when an answer has come. */
export const onPreview = (call) => (listener = call);

/** What would come of an order, or null as long as it is not known. */
export const previewOf = (line) => (found && found.line === line ? found.answer : null);

/** Asks for an order soon, unless it was asked for already. */
export function ask(line) {
  if (line === asking) return;
  asking = line;
  clearTimeout(timer);
  if (line) timer = setTimeout(() => fetchOf(line), WAIT);
}

async function fetchOf(line) {
  const body = new URLSearchParams({ order: line });
  const answer = await fetch(table().dataset.preview, { method: "POST", headers: headers(), body }).catch(() => null);
  if (line !== asking || !answer?.ok) return (asking = line === asking ? "" : asking);
  found = { line, answer: await answer.json() };
  if (line === asking) listener();
}

/** Forgets what was asked: the battle has changed. */
export function forget() {
  found = null;
  asking = "";
  clearTimeout(timer);
}

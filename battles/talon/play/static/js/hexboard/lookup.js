// What a player asks of the board: overlays with their legends, and why something is not possible. The server answers
// from the side's own view; this shows its marks on the board and its words beside it.
import { chosen, onChoice } from "./choice.js";
import { chosenPlace, item, onPlace } from "./placing.js";
import { all, layer, one, table } from "./table.js";
import { goTo } from "./tabs.js";

const PLACE_FIRST = "Choose a hex first. This is then shown for the ship there, as it faces.";
const NOTHING = { why: "There is nothing to ask about there.", arcs: "It is not on the map.", where: "It is not on the map.", shots: "It is not on the map." };

let asked = null; // { kind, whole, point }
let latest = 0;

const isPlaced = () => asked.kind !== "why" && !asked.whole && Boolean(item()?.dataset.item);
const unit = () => item()?.dataset.item || chosen().unit;
const home = () => document.getElementById("play").dataset.refreshUrl;

function address() {
  const [at, draft] = table().dataset.as.split(/[. ]/);
  const query = new URLSearchParams({ at, draft });
  if (!asked.whole && unit() !== null) query.set("unit", unit());
  if (isPlaced()) for (const [name, value] of Object.entries(chosenPlace() ?? {})) query.set(name, value);
  if (asked.point) ["x", "y"].forEach((name, place) => query.set(name, Math.round(asked.point[place])));
  return `${home()}${asked.kind === "why" ? "why" : `overlay/${asked.kind}`}/?${query}`;
}

// Only the last answer is shown, and none of a moment that has passed.
async function ask() {
  const mine = ++latest;
  if (isPlaced() && !chosenPlace()) return show("", PLACE_FIRST);
  const answer = await fetch(address(), { headers: { "HX-Request": "true" } }).catch(() => null);
  if (mine !== latest || !answer || !asked || answer.status === 409) return;
  show(answer.ok ? await answer.text() : "");
}

function show(html, words = NOTHING[asked.kind]) {
  const found = document.createElement("template");
  found.innerHTML = html;
  const marks = found.content.querySelector(".lookup-marks");
  layer("overlay").replaceChildren(...(marks?.childNodes ?? []));
  layer("figures").replaceChildren(...all(".overlay .fire-points")); // above ships and ghosts
  marks?.remove();
  const place = one("[data-lookups]");
  if (html) place.replaceChildren(found.content);
  else place.textContent = words;
  mark();
}

function mark() {
  for (const button of all("[data-look]")) button.setAttribute("aria-pressed", String(button.dataset.look === asked?.kind));
}

/** Takes away what was asked for. */
export function close() {
  if (!asked) return;
  asked = null;
  latest += 1;
  layer("overlay").replaceChildren();
  layer("figures").replaceChildren();
  one("[data-lookups]").replaceChildren();
  mark();
}

/** Shows an overlay or why not, or takes it away; the shots first of the chosen unit, then of all. */
export function look(kind) {
  if (!one("[data-lookups]")) return; // an onlooker cannot ask
  const same = asked?.kind === kind;
  if (same && (kind !== "shots" || asked.whole)) return close();
  asked = { kind, whole: kind === "shots" && (same || unit() === null), point: null };
  mark();
  ask();
  goTo("orders");
  one("[data-side-column]").scrollTop = 0;
}

/** Whether a press on the board asks why not. */
export const isAsking = () => asked?.kind === "why";

/** Asks why the chosen unit can do nothing at a point of the drawing. */
export function askAt(point) {
  if (unit() === null || !one("[data-lookups]")) return;
  asked = { kind: "why", whole: false, point };
  ask();
}

// Another unit is chosen, or another drawing has come: what is shown follows it.
function again() {
  if (!asked || !layer("overlay")) return;
  asked.point = null;
  ask();
}

onChoice(again);
onPlace(again);

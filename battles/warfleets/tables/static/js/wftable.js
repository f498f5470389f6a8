// The table of a battle of Warfleets: FTL. The server draws it, says what is asked and judges every order; this lets the
// order be chosen on the table. Without it every order can be given in numbers.
import { attach, measure, parse, pointOf, scale, show, wasDragged, zoom } from "./board/camera.js";
import { able, aim, begin, choice, choose, drop, onChoice, targets } from "./wftable/choice.js";
import { entered, pressed as dockPressed, showDock } from "./wftable/dock.js";
import { addCorner, drag, drawGhost } from "./wftable/ghost.js";
import "./wftable/keys.js";
import { lineOf } from "./wftable/lines.js";
import { placeNames } from "./wftable/names.js";
import { ask, forget, onPreview } from "./wftable/previews.js";
import { isRuling, measureAt, takeRuler } from "./wftable/ruler.js";
import { order, send } from "./wftable/send.js";
import { areArcsShown, drawSights, look, showArcs } from "./wftable/sights.js";
import { all, asked, battle, flipped, load, one, svg, table } from "./wftable/table.js";
import { apart } from "./wftable/geometry.js";

const LEAST = 500; // 1/100 inch across, at the closest
const MOST = 9000;
const FINGER = 24; // pixels around the middle of a model in which a tap is for it
const COMING = ["arrive", "return"]; // questions of a model that is not on the table
const PUTS = ["deploy", "lay", "marker", "mine", "aside", "fly-move", "fly-cruise"];

function redraw() {
  ask(lineOf(choice()));
  drawGhost();
  drawSights();
  showDock();
}

// The model at a place: what can be chosen or aimed at comes first.
function modelAt(place) {
  const near = battle().models.filter((found) => found.status === "table" && apart(found.place, place) <= Math.max(found.radius, FINGER / scale()));
  const wanted = [...targets(), ...able(), ...(asked()?.shots ?? []).map(({ target }) => target)];
  const rank = ({ number, place: there }) => [wanted.includes(number) ? 0 : 1, apart(there, place)];
  return near.sort((one_, other) => rank(one_)[0] - rank(other)[0] || rank(one_)[1] - rank(other)[1])[0];
}

function tapped(event) {
  if (wasDragged() || isRuling() || event.target.closest(".wf-ghost")) return;
  const place = flipped(pointOf(event));
  const edge = event.target.closest("[data-edge]");
  if (edge && asked()?.word === "edge") return order(`edge ${edge.dataset.edge}`);
  const found = modelAt(place);
  if (found && touched(found, place)) return;
  if (!choice().action) return;
  if (choice().action.startsWith("fly")) addCorner(place);
  else drag(place);
}

// What a tap on a model does; whether it was for it. While something is put on the table, a tap beside a model is not.
function touched({ number, place: there, radius }, place) {
  const { action, model: chosen } = choice();
  if (targets().includes(number)) aim(number);
  else if (able().includes(number) && number !== chosen) choose(number);
  else if (asked()?.shots.some(({ target }) => target === number)) showShots(number);
  else if (number === chosen || PUTS.includes(action) || (action && apart(there, place) > radius)) return false;
  else {
    look(number);
    drawSights();
  }
  return true;
}

// Only the shots at one target; all again if it is touched once more.
function showShots(target) {
  const list = all("[data-shot]");
  const only = list.some(({ hidden }) => hidden) && !list.find(({ dataset }) => Number(dataset.shot) === target).hidden ? null : target;
  for (const shot of list) shot.hidden = only !== null && Number(shot.dataset.shot) !== only;
  list.find(({ hidden }) => !hidden)?.scrollIntoView({ block: "nearest" });
}

function clicked(event) {
  const button = event.target.closest("button");
  if (!button || !table()?.contains(button)) return;
  const { dataset } = button;
  if (dataset.wfZoom) isNaN(dataset.wfZoom) ? show(dataset.wfZoom) : zoom(Number(dataset.wfZoom));
  else if ("wfArcs" in dataset) toggleArcs(button);
  else if ("wfRule" in dataset) takeRuler(!isRuling());
  else if ("confirm" in dataset) order(lineOf(choice()));
  else if (dataset.nearest) order(dataset.nearest);
  else if ("drop" in dataset) drop();
  else if ("numbers" in dataset) table().classList.toggle("has-numbers");
  else if (!dockPressed(button)) return;
  event.preventDefault();
}

function toggleArcs(button) {
  showArcs(!areArcsShown());
  button.setAttribute("aria-pressed", String(areArcsShown()));
  drawSights();
}

function submitted(event) {
  if (!table()?.contains(event.target) || !("wfSend" in event.target.dataset) || !window.htmx) return;
  event.preventDefault();
  send(event.target, event.submitter);
}

function redrawAtScale() {
  placeNames();
  drawGhost();
}

// Names and handles are as large as ever on the screen, however close the table is seen.
let named = 0;
let frame = 0;
function onLook() {
  if (scale() === named) return;
  named = scale();
  svg().style.setProperty("--px", `${1 / named}px`);
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => svg() && redrawAtScale());
}

function measuring(event) {
  if (!isRuling() || (event.type !== "pointerdown" && !event.buttons && event.type !== "pointerup")) return;
  event.stopPropagation();
  measureAt(event);
}

// What is asked next is in sight after an order, however long the page was with the last question.
function showAsked() {
  const head = one("[data-asked]");
  const [margin, padding] = [getComputedStyle(head).scrollMarginBlockStart, getComputedStyle(document.documentElement).scrollPaddingBlockStart];
  const least = parseFloat(margin) + parseFloat(padding);
  const { top } = head.getBoundingClientRect();
  const { bottom } = head.parentElement.getBoundingClientRect();
  if (top < least || bottom > innerHeight) head.scrollIntoView({ block: "start" });
}

let ordered = false; // whether the page shows what the reader's own order led to
let shownNow = ""; // what the table was last shown for: to set models up, or to fight
let begun = null; // the table that has been begun with
async function start() {
  const mine = table();
  if (!mine || begun === mine) return;
  begun = mine;
  forget();
  if (!(await load()) || mine !== table()) return;
  mine.classList.add("is-live");
  named = 0;
  const stage = svg();
  const box = stage.dataset.fit;
  const before = shownNow;
  shownNow = battle().round && !COMING.includes(asked()?.word) ? "battle" : "set-up";
  for (const name of ["pointerdown", "pointermove", "pointerup"]) stage.addEventListener(name, measuring, true);
  attach(stage, { least: LEAST, most: MOST, start: parse(box), onChange: onLook, anew: before !== shownNow });
  stage.addEventListener("click", tapped);
  if (isRuling()) takeRuler(true);
  one("[data-wf-arcs]").setAttribute("aria-pressed", String(areArcsShown()));
  begin();
  if (ordered) showAsked();
  ordered = false;
}

// The page hears of its own orders, too: what it shows already is not drawn again, and what was begun meanwhile stays.
function isKnown({ requestConfig, serverResponse }) {
  const [, seen] = /data-seen="(\d+)"/.exec(serverResponse) ?? [];
  return requestConfig.verb === "get" && seen !== undefined && Number(seen) <= Number(table().dataset.seen);
}

document.addEventListener("click", clicked);
document.addEventListener("submit", submitted);
document.addEventListener("input", ({ target }) => table() && target.matches("[data-set]") && entered(target));
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target?.id !== "play" || !table()) return;
  if (isKnown(detail)) return (detail.shouldSwap = false);
  if ([409, 422].includes(detail.xhr.status)) Object.assign(detail, { shouldSwap: true, isError: false });
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  ordered ||= detail.requestConfig.verb === "post";
  start();
});
addEventListener("resize", () => table()?.classList.contains("is-live") && measure());
onChoice(redraw);
onPreview(redraw);
start();

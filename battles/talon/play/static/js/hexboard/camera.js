// The part of the board that is in sight: dragged, zoomed, pinched. It stays as it is while new drawings come.
import { placeOf } from "./table.js";

const SLOP = 8; // pixels a finger may slip in a tap
const LEAST = 150; // units of the drawing across, at the closest
const MOST = 2600;
const ROOM = 46; // units around what is to be in sight
const READABLE = 0.9; // pixels to a unit, at which a counter can be read and tapped
const TOLD = 0.7; // at which counters can be told from each other
const MET = 0.55; // at which a finger still finds one: both fleets are in sight down to that

let stage = null;
let box = null; // what is looked at; drawn in the next frame
let drawn = null; // the view box of the drawing as it is
let size = [1, 1]; // of the stage in pixels, without its padding, where buttons lie; read only where it may have changed
let head = 0; // the padding above
let frame = 0;
let pointers = new Map();
let dragged = false;
let settingUp = false;
let opening = false; // until the first choice: all that it is about is in sight, small as it may be
let byHand = false; // whether somebody has dragged or zoomed since the fleets or the map were shown
let listener = () => {};

const parse = (text) => text.split(" ").map(Number);

/** Pixels to a unit of the drawing. */
export function scale() {
  return Math.min(size[0] / box[2], size[1] / box[3]) || 1;
}

/** The corners of all that can be seen: left, top, right, bottom. */
export function seen() {
  const [wide, tall] = size.map((pixels) => pixels / scale());
  const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
  return [x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2];
}

/** Where a pointer is in the drawing. */
export function pointOf({ clientX, clientY }) {
  const { left, top } = stage.getBoundingClientRect();
  const [x, y] = seen();
  return [x + (clientX - left) / scale(), y + (clientY - top - head) / scale()];
}

function takeSize() {
  const { paddingBlockStart, paddingBlockEnd, paddingInlineEnd } = getComputedStyle(stage);
  head = parseFloat(paddingBlockStart);
  size = [Math.max(1, stage.clientWidth - parseFloat(paddingInlineEnd)), Math.max(1, stage.clientHeight - head - parseFloat(paddingBlockEnd))];
}

function look(next) {
  box = next;
  drawAnew();
}

// Many moves in one frame are drawn once.
function lookSoon(next) {
  byHand = true;
  box = next;
  frame ||= requestAnimationFrame(drawNext);
}

// While it is dragged, the drawing as it is moves as a whole, and nothing of it is drawn again.
function drawNext() {
  frame = 0;
  if (!stage) return;
  if (!dragged || pointers.size !== 1 || drawn[2] !== box[2]) return drawAnew();
  const [right, down] = [drawn[0] - box[0], drawn[1] - box[1]].map((units) => units * scale());
  stage.style.transform = `translate(${right}px, ${down}px)`;
}

function drawAnew() {
  drawn = box;
  stage.style.transform = "";
  stage.setAttribute("viewBox", box.map((value) => value.toFixed(1)).join(" "));
  listener();
}

/** Takes the size of the stage again, after the window has changed its own. */
export function measure() {
  takeSize();
  look(box);
}

/** Zooms by a factor around a point of the drawing, or around the middle. */
export function zoom(factor, at = [box[0] + box[2] / 2, box[1] + box[3] / 2]) {
  byHand = true;
  look(zoomed(factor, at));
}

function zoomed(factor, at) {
  const width = Math.min(MOST, Math.max(LEAST, box[2] / factor));
  const by = width / box[2];
  return [at[0] - (at[0] - box[0]) * by, at[1] - (at[1] - box[1]) * by, width, box[3] * by];
}

/** Moves what is seen by pixels. */
export function pan(right, down) {
  lookSoon([box[0] + right / scale(), box[1] + down / scale(), box[2], box[3]]);
}

/** Shows the fleets ("fit") or the whole map ("whole"). */
export function show(which) {
  byHand = false;
  look(parse(stage.dataset[which]));
}

const around = ([x, y]) => [x - ROOM, y - ROOM, x + ROOM, y + ROOM];
const corners = ([x, y, width, height]) => [x, y, x + width, y + height];
const united = (boxes) => [0, 1, 2, 3].map((at) => (at < 2 ? Math.min : Math.max)(...boxes.map((each) => each[at])));
const fitting = ([left, top, right, bottom]) => Math.min(size[0] / (right - left), size[1] / (bottom - top));

function holds([left, top, right, bottom]) {
  const now = seen();
  return left > now[0] - 1 && top > now[1] - 1 && right < now[2] + 1 && bottom < now[3] + 1;
}

/** Moves so that the points are in sight, and others and both fleets too where they do not become too small. */
export function reveal(points, others = []) {
  if (settingUp) return revealMap(points);
  if (opening) return (opening = false);
  const wanted = points.map(around);
  const fleets = corners(parse(stage.dataset.fit));
  const add = (more, least) => {
    const fits = more.length > 0 && fitting(united([...wanted, ...more])) >= least;
    if (fits) wanted.push(...more);
    return fits;
  };
  if (!byHand && !add([fleets], MET)) {
    add(others.map(around), TOLD);
    if (points.length) add(nearestEnemy(points), MET);
  }
  if (!wanted.length) return;
  const all = united(wanted);
  const most = fitting(all);
  if (holds(all) && scale() >= Math.min(READABLE, 0.9 * most)) return;
  const at = Math.min(Math.max(scale(), READABLE), most);
  const [width, height] = size.map((pixels) => pixels / at);
  look([toward(fleets, all, 0, width), toward(fleets, all, 1, height), width, height]);
}

// Where the frame begins along an axis: its middle as near that of the fleets as all that is wanted allows.
function toward(fleets, all, axis, long) {
  const middle = (fleets[axis] + fleets[axis + 2]) / 2;
  return Math.min(Math.max(middle - long / 2, all[axis + 2] - long), all[axis]);
}

// The counter of the other side that is nearest to one of the points.
function nearestEnemy(points) {
  const own = stage.closest("[data-side]")?.dataset.side;
  const far = ([x, y]) => Math.min(...points.map(([left, top]) => Math.hypot(left - x, top - y)));
  const enemies = [...stage.querySelectorAll(own ? `[data-pieces] .piece:not(.of-${own})` : "no-side")].map(placeOf);
  return enemies.sort((one, other) => far(one) - far(other)).slice(0, 1).map(around);
}

// At set-up the whole map is in sight, unless a player has come closer and one of the places is still there.
function revealMap(points) {
  const open = points.some(([x, y]) => holds([x, y, x, y]));
  if (points.length && !open) show("whole");
}

function press(event) {
  if (!pointers.size) dragged = false;
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
}

function move(event) {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const now = [event.clientX, event.clientY];
  const [right, down] = [now[0] - before[0], now[1] - before[1]];
  if (!dragged && pointers.size === 1 && Math.hypot(right, down) < SLOP) return;
  if (!dragged) {
    stage.setPointerCapture(event.pointerId);
    stage.classList.add("is-dragged");
  }
  dragged = true;
  if (pointers.size === 1) pan(-right, -down);
  else pinch(event.pointerId, before, now);
  pointers.set(event.pointerId, now);
}

function pinch(id, before, now) {
  const [other] = [...pointers].filter(([key]) => key !== id).map(([, place]) => place);
  const apart = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
  const middle = { clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 };
  pan(-(now[0] - before[0]) / 2, -(now[1] - before[1]) / 2);
  if (apart(before) > 1) lookSoon(zoomed(apart(now) / apart(before), pointOf(middle)));
}

function letGo(event) {
  pointers.delete(event.pointerId);
  if (pointers.size) return;
  stage.classList.remove("is-dragged");
  if (drawn !== box) drawAnew();
}

function wheel(event) {
  event.preventDefault();
  lookSoon(zoomed(event.deltaY < 0 ? 1.15 : 1 / 1.15, pointOf(event)));
}

/** Whether the click that comes now ends a drag. */
export const wasDragged = () => dragged;

/** Begins to show a new drawing of the board, as the one before was shown; when the set-up ends, the fleets. */
export function attach(svg, onChange) {
  const setUpBefore = settingUp;
  settingUp = svg.dataset.fit === svg.dataset.whole;
  if (setUpBefore && !settingUp) box = null;
  stage = svg;
  takeSize();
  listener = onChange;
  pointers = new Map();
  opening = !box && "overview" in svg.dataset;
  box ??= parse(svg.dataset.fit);
  drawAnew();
  svg.addEventListener("pointerdown", press);
  svg.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, letGo);
  svg.addEventListener("wheel", wheel, { passive: false });
}

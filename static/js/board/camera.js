// The part of a board that is in sight: dragged, zoomed, pinched. It stays as it is while new drawings come.
const SLOP = 8; // pixels a finger may slip in a tap

let stage = null;
let box = null; // what is looked at; drawn in the next frame
let drawn = null; // the view box of the drawing as it is
let size = [1, 1]; // of the stage in pixels, without its padding, where buttons lie; read only where it may have changed
let head = 0; // the padding above
let frame = 0;
let pointers = new Map();
let dragged = false;
let byHand = false; // whether somebody has dragged or zoomed since a box was shown
let limits = [1, Infinity]; // units of the drawing across, at the closest and the farthest
let listener = () => {};

/** A view box of the drawing, from its attribute. */
export const parse = (text) => text.split(" ").map(Number);

/** Pixels to a unit of the drawing. */
export function scale() {
  return scaleOf(box) || 1;
}

/** Pixels to a unit, if a box were looked at. */
export const scaleOf = ([, , width, height]) => Math.min(size[0] / width, size[1] / height);

/** The corners of all that can be seen: left, top, right, bottom. */
export function seen() {
  const [wide, tall] = size.map((pixels) => pixels / scale());
  const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
  return [x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2];
}

/** The stage in units of the drawing, as it is: its width and height. */
export const sizeAt = (pixels) => size.map((one) => one / pixels);

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

/** Looks at a box of the drawing at once. */
export function look(next) {
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
  const width = Math.min(limits[1], Math.max(limits[0], box[2] / factor));
  const by = width / box[2];
  return [at[0] - (at[0] - box[0]) * by, at[1] - (at[1] - box[1]) * by, width, box[3] * by];
}

/** Moves what is seen by pixels. */
export function pan(right, down) {
  lookSoon([box[0] + right / scale(), box[1] + down / scale(), box[2], box[3]]);
}

/** Shows a box that the stage names, such as "fit" or "whole". */
export function show(which) {
  byHand = false;
  look(parse(stage.dataset[which]));
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

/** Whether somebody has dragged or zoomed since a box was shown. */
export const wasMoved = () => byHand;

/** Whether anything has been looked at. */
export const isOpen = () => box !== null;

/** Begins to show a new drawing of the board, as the one before was shown, or a box if there was none. */
export function attach(svg, { least, most, start, onChange, anew = false }) {
  stage = svg;
  limits = [least, most];
  if (anew || !box) box = start;
  takeSize();
  listener = onChange;
  pointers = new Map();
  drawAnew();
  svg.addEventListener("pointerdown", press);
  svg.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, letGo);
  svg.addEventListener("wheel", wheel, { passive: false });
}

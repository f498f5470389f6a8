// The ghost: where the chosen model would stand. It is dragged, and snaps to what is in its ranges.
import { pointOf, scale } from "../board/camera.js";
import { choice, ending, isTurned, reach, set, way } from "./choice.js";
import { ahead, apart, headed, nearest, region, snapped, towards, within } from "./geometry.js";
import { lineOf } from "./lines.js";
import { previewOf } from "./previews.js";
import { asked, battle, draw, figureOf, flipped, layer, model, one, table } from "./table.js";

const FINGER = 22; // pixels around the middle of the ghost in which it is taken hold of
const HANDLE = 34; // pixels from its edge to the handle that turns it
const points = (places) => places.map(flipped).join(" ");

/** Draws the ghost of what is chosen, with the way that leads there. */
export function drawGhost() {
  const [below, above] = [layer("below"), layer("ghost")];
  for (const group of [below, above]) group.replaceChildren();
  for (const chosen of document.querySelectorAll(".is-chosen[data-figure]")) chosen.classList.remove("is-chosen");
  const now = choice();
  if (now.model !== null) figureOf(now.model)?.classList.add("is-chosen");
  if (!now.action) return;
  drawRanges(below);
  const found = previewOf(lineOf(now));
  drawWay(above, found);
  const end = ending();
  if (end) drawAt(above, found?.refusal || !found?.way ? end : endOf(found.way, end), Boolean(found?.refusal));
}

const endOf = ({ corners, heading }, end) => ({ place: corners.at(-1), heading: end.heading === null ? null : heading });

function drawRanges(group) {
  const now = choice();
  const straight = way();
  if (straight) return draw(group, "polygon", { class: "wf-region", points: points(region(model(now.model), straight)) });
  const [middle, far] = ringOf(now);
  if (!far) return null;
  const [x, y] = flipped(middle);
  return draw(group, "circle", { class: "wf-ring", cx: x, cy: y, r: far });
}

// How far from where something may be put.
function ringOf({ action, model: number, by }) {
  const found = model(number);
  if (action.startsWith("fly")) return [by.at(-2) ?? found.place, Math.max(0, reach() - gone(by.slice(0, -1)))];
  if (action === "mine") return [found.place, found.radius + asked().ranges.find((one_) => one_.model === number).mine];
  if (action === "aside") return [model(asked().beside).place, model(asked().beside).radius + asked().reach + found.radius];
  return [null, 0];
}

const gone = (by) => by.reduce((sum, place, at) => sum + apart(at ? by[at - 1] : model(choice().model).place, place), 0);

function drawWay(group, found) {
  const now = choice();
  const start = model(now.model);
  const own = now.action.startsWith("fly") ? [start.place, ...now.by] : way() ? [start.place, ahead(start.place, start.heading, now.before), ending().place] : [];
  const places = found?.way?.corners ?? own;
  if (places.length > 1) draw(group, "polyline", { class: "wf-way", points: points(places) });
  for (const [x, y] of places.slice(1, -1).map(flipped)) draw(group, "circle", { class: "wf-corner", cx: x, cy: y, r: 4 / scale() });
}

function drawAt(group, { place, heading }, wrong) {
  const now = choice();
  const [x, y] = flipped(place);
  const side = asked().side;
  const ghost = draw(group, "g", { class: `wf-ghost of-${side}${wrong ? " is-wrong" : ""}`, transform: `translate(${x} ${y})` });
  const radius = drawShape(ghost, now, heading ?? 0);
  draw(ghost, "circle", { class: "wf-grip", r: Math.max(radius, FINGER / scale()) });
  ghost.addEventListener("pointerdown", (event) => hold(event, drag));
  if (now.action !== "hold" && !isTurned() && !way()) return;
  const far = radius + HANDLE / scale();
  const handle = draw(ghost, "g", { class: "wf-handle", transform: `rotate(${heading / 10}) translate(0 ${-far})` });
  draw(handle, "path", { d: `M0 ${far - radius}V0` });
  draw(handle, "circle", { r: 8 / scale() });
  draw(handle, "circle", { class: "wf-grip", r: FINGER / scale() });
  handle.addEventListener("pointerdown", (event) => hold(event, twist));
}

// The shape by itself; its radius.
function drawShape(ghost, { action, model: number, piece }, heading) {
  if (action === "marker" || action === "mine") {
    draw(ghost, "use", { href: `#wf-${action}`, class: `wf-${action}` });
    return 60;
  }
  if (action === "lay") return drawPiece(ghost, asked().pieces.find(({ key }) => key === piece), heading);
  const found = model(number);
  draw(ghost, "circle", { class: "wf-base", r: found.radius });
  const shape = one(`[data-shape="${number}"]`)?.cloneNode(true);
  if (shape) { // while the page is drawn again, there may be none for a moment
    shape.setAttribute("transform", `rotate(${heading / 10}) scale(${found.radius})`);
    ghost.append(shape);
  }
  return found.radius;
}

function drawPiece(ghost, { kinds, corners, radius }, heading) {
  const group = draw(ghost, "g", { class: `wf-piece is-${kinds[0]}`, transform: `rotate(${heading / 10})` });
  if (!corners.length) draw(group, "circle", { r: radius });
  else draw(group, "polygon", { points: corners.map(([x, y]) => `${x},${-y}`).join(" ") });
  return radius || Math.max(...corners.map(([x, y]) => Math.hypot(x, y)));
}

// The table does not move along with what is dragged. The ghost is drawn anew meanwhile, so the page follows the pointer.
// What is held slips away when news bring another table.
function hold(event, call) {
  event.stopPropagation();
  event.preventDefault();
  const mine = table();
  const move = (moved) => moved.pointerId === event.pointerId && mine === table() && call(flipped(pointOf(moved)));
  const end = (ended) => {
    if (ended.pointerId !== event.pointerId) return;
    for (const [name, listener] of listeners) removeEventListener(name, listener, true);
  };
  const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
  for (const [name, listener] of listeners) addEventListener(name, listener, true);
}

/** Brings the ghost as near to a place as its ranges allow. */
export function drag(goal) {
  const { action, by, model: number } = choice();
  const straight = way();
  if (straight) {
    const { before, turn } = nearest(model(number), straight, goal);
    set({ before, turn });
  } else if (action === "hold") twist(goal);
  else if (action.startsWith("fly")) set({ by: [...by.slice(0, -1), flown(by.slice(0, -1), goal)] });
  else if (action === "return") set({ place: along(goal) });
  else if (action) set({ place: near(goal.map((value) => snapped(value))) });
}

// A place, or the nearest to it in the ring in which something may be put, and beside the ship that it is put beside.
function near(place) {
  const [middle, far] = ringOf(choice());
  if (!far) return place;
  const least = choice().action === "aside" ? far - asked().reach : -1;
  const away = apart(middle, place);
  const wanted = within(away, least + 1, far - 1);
  if (wanted === away) return place;
  return middle.map((value, axis) => Math.round(value + (away ? ((place[axis] - value) * wanted) / away : axis ? 0 : wanted)));
}

/** Adds a corner to the way of a squadron. */
export function addCorner(goal) {
  const { by } = choice();
  const next = flown(by, goal);
  if (apart(by.at(-1) ?? model(choice().model).place, next) > 1) set({ by: [...by, next] });
}

// As far towards a place as a squadron can still go.
function flown(by, goal) {
  const from = by.at(-1) ?? model(choice().model).place;
  const left = Math.floor(reach() - gone(by)) - 1;
  const place = goal.map((value) => snapped(value));
  const far = apart(from, place);
  if (far <= left) return place;
  return from.map((value, axis) => Math.trunc(value + ((place[axis] - value) * Math.max(0, left)) / far));
}

// Along the edge that a model comes back over.
function along([x, y]) {
  const { place, radius } = model(choice().model);
  const { width, depth } = battle();
  const { edge, reach: far } = asked();
  const lies = edge === "top" || edge === "bottom";
  const axis = lies ? 0 : 1;
  const [least, most] = [Math.max(radius, place[axis] - far), Math.min((lies ? width : depth) - radius, place[axis] + far)];
  const found = within(snapped(lies ? x : y), least, most);
  const aside = { bottom: radius, left: radius, top: depth - radius, right: width - radius }[edge];
  return lies ? [found, aside] : [aside, found];
}

function twist(goal) {
  const { model: number } = choice();
  const straight = way();
  const start = model(number);
  if (choice().action === "hold") return set({ turn: signed(towards(start.place, goal) - start.heading) });
  if (straight) return set({ turn: signed(towards(ahead(start.place, start.heading, choice().before), goal) - start.heading) });
  return set({ heading: towards(choice().place, goal) });
}

const signed = (tenths) => (headed(tenths) > 1800 ? headed(tenths) - 3600 : headed(tenths));

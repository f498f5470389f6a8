// What is brought into sight of a hex board: both fleets, what an order is about, or the map while fleets are set up.
import * as camera from "../board/camera.js";
import { placeOf } from "./table.js";

export { measure, pan, pointOf, scale, show, wasDragged, zoom } from "../board/camera.js";

const LEAST = 150; // units of the drawing across, at the closest
const MOST = 2600;
const ROOM = 46; // units around what is to be in sight
const READABLE = 0.9; // pixels to a unit, at which a counter can be read and tapped
const TOLD = 0.7; // at which counters can be told from each other
const MET = 0.55; // at which a finger still finds one: both fleets are in sight down to that

let stage = null;
let settingUp = false;
let opening = false; // until the first choice: all that it is about is in sight, small as it may be

const around = ([x, y]) => [x - ROOM, y - ROOM, x + ROOM, y + ROOM];
const corners = ([x, y, width, height]) => [x, y, x + width, y + height];
const united = (boxes) => [0, 1, 2, 3].map((at) => (at < 2 ? Math.min : Math.max)(...boxes.map((each) => each[at])));
const fitting = ([left, top, right, bottom]) => camera.scaleOf([left, top, right - left, bottom - top]);

function holds([left, top, right, bottom]) {
  const now = camera.seen();
  return left > now[0] - 1 && top > now[1] - 1 && right < now[2] + 1 && bottom < now[3] + 1;
}

/** Moves so that the points are in sight, and others and both fleets too where they do not become too small. */
export function reveal(points, others = []) {
  if (settingUp) return revealMap(points);
  if (opening) return (opening = false);
  const wanted = points.map(around);
  const fleets = corners(camera.parse(stage.dataset.fit));
  const add = (more, least) => {
    const fits = more.length > 0 && fitting(united([...wanted, ...more])) >= least;
    if (fits) wanted.push(...more);
    return fits;
  };
  if (!camera.wasMoved() && !add([fleets], MET)) {
    add(others.map(around), TOLD);
    if (points.length) add(nearestEnemy(points), MET);
  }
  if (!wanted.length) return;
  const all = united(wanted);
  const most = fitting(all);
  if (holds(all) && camera.scale() >= Math.min(READABLE, 0.9 * most)) return;
  const [width, height] = camera.sizeAt(Math.min(Math.max(camera.scale(), READABLE), most));
  camera.look([toward(fleets, all, 0, width), toward(fleets, all, 1, height), width, height]);
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
  if (points.length && !open) camera.show("whole");
}

/** Begins to show a new drawing of the board, as the one before was shown; when the set-up ends, the fleets. */
export function attach(svg, onChange) {
  const setUpBefore = settingUp;
  settingUp = svg.dataset.fit === svg.dataset.whole;
  const anew = setUpBefore && !settingUp;
  stage = svg;
  opening = (anew || !camera.isOpen()) && "overview" in svg.dataset;
  camera.attach(svg, { least: LEAST, most: MOST, start: camera.parse(svg.dataset.fit), onChange, anew });
}

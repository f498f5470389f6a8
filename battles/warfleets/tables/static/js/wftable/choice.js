// What is being ordered: of which model, which action, and its numbers, as far as they are chosen.
import { ahead, headed, within } from "./geometry.js";
import { asked, battle, model, rangesOf } from "./table.js";

const ONLY = { warp: "go", terrain: "lay", marker: "marker", displace: "aside", return: "return" };
const NOTHING = { model: null, action: "", before: 0, turn: 0, by: [], target: null, place: null, heading: 0, ahead: 0, piece: "" };
const NOBODY = -1;

let now = { ...NOTHING };
let listener = () => {};

export const choice = () => now;

/** Says who draws what was chosen. */
export const onChoice = (call) => (listener = call);

/** The models that may be chosen now. */
export function able() {
  const question = asked();
  if (!question) return [];
  if (["deploy", "arrive"].includes(question.word)) return question.models;
  return question.ranges.map((found) => found.model);
}

/** What a model may be ordered to do, by the names of the buttons. */
export function actions(number = now.model) {
  const question = asked();
  if (!question) return [];
  const through = question.done && question.word !== "shoot" ? [question.word === "terrain" ? "enough" : "done"] : [];
  if (ONLY[question.word]) return [ONLY[question.word], ...through];
  if (["deploy", "arrive"].includes(question.word)) return ["deploy", ...(question.reserve.includes(number) ? ["reserve"] : [])];
  const found = rangesOf(number);
  return found ? [...ofRanges(found), ...through] : through;
}

function ofRanges({ ways, reach, rams, warp, mine, repairs, pulls, skips }) {
  return [
    "hold",
    ...ways.map(({ action }) => action).filter((action) => action !== "ram" || rams.length),
    ...["fly-move", "fly-cruise"].slice(0, reach.length),
    ...Object.entries({ warp: warp.length, mine, repair: repairs.length, pull: pulls.length, skip: skips }).filter(([, may]) => may).map(([name]) => name),
  ];
}

/** The way of a ship that is chosen, with its ranges; null for anything else. */
export function way() {
  if (now.action === "go") return asked().warp;
  return rangesOf(now.model)?.ways.find(({ action }) => action === now.action) ?? null;
}

/** The greatest turn of what is chosen, 0 if it has none. */
export const most = () => (now.action === "hold" ? (rangesOf(now.model)?.turn ?? 0) : (way()?.turn ?? 0));

/** Those that can be rammed, repaired or pulled by what is chosen. */
export function targets() {
  const found = rangesOf(now.model);
  return { ram: found?.rams.map(({ target }) => target), repair: found?.repairs, pull: found?.pulls }[now.action] ?? [];
}

/** Whether what is put on the table can be turned: all but a piece of terrain that is round. */
export const isTurned = () => ["deploy", "return"].includes(now.action) || (now.action === "lay" && !asked().pieces.find(({ key }) => key === now.piece).radius);

/** How far a squadron goes with what is chosen. */
export const reach = () => rangesOf(now.model)?.reach[now.action === "fly-cruise" ? 1 : 0] ?? 0;

/** Chooses a model, and what it did last or can do. */
export function choose(number) {
  now = { ...NOTHING, model: number };
  const [first, second] = actions();
  const usual = second && first === "hold" ? second : first;
  if (usual) act(usual);
  else listener();
}

/** Chooses an action: its numbers begin with what is plain. */
export function act(action) {
  now = { ...NOTHING, model: now.model, action, piece: action === "lay" ? asked().pieces[0].key : "" };
  if (action === "deploy" || action === "lay") now.heading = facing();
  if (action === "return") Object.assign(now, coming());
  const straight = way();
  if (straight) now.before = straight.full;
  if (targets().length === 1) aim(targets()[0]);
  listener();
}

// Towards the middle of the table from one's own edge.
const FACING = { bottom: 0, top: 1800, left: 900, right: 2700 };
const facing = () => FACING[battle().fleets.find(({ side }) => side === asked().side).edge] ?? 0;

function coming() {
  const found = model(now.model);
  const { width, depth } = battle();
  const [x, y] = found.place.map((value, axis) => within(value, found.radius, [width, depth][axis] - found.radius));
  const place = { bottom: [x, found.radius], top: [x, depth - found.radius], left: [found.radius, y], right: [width - found.radius, y] }[asked().edge];
  return { place, heading: FACING[asked().edge] };
}

/** Chooses whom it is about; a ram begins with a pivot that reaches. */
export function aim(target) {
  const ram = now.action === "ram" && rangesOf(now.model).rams.find((found) => found.target === target);
  Object.assign(now, { target }, ram ? { before: ram.before, turn: ram.turn } : {});
  listener();
}

/** Changes numbers of what is chosen, within its ranges. */
export function set(values) {
  Object.assign(now, values);
  const straight = way();
  if (straight) now.before = within(now.before, straight.pivot_from, straight.pivot_to);
  if (most()) now.turn = within(now.turn, -most(), most());
  now.heading = headed(now.heading);
  listener();
}

/** Lets go of what is chosen; whether there was anything. */
export function drop() {
  const had = now.action !== "" || now.model !== null;
  now = { ...NOTHING };
  listener();
  return had;
}

/** Begins with what is asked: the only model or the only action, or nothing. */
export function begin() {
  const question = asked();
  const only = question && (question.model !== NOBODY ? question.model : able().length === 1 ? able()[0] : null);
  now = { ...NOTHING, model: only };
  if (question && ONLY[question.word]) return act(ONLY[question.word]);
  if (only !== null && actions(only).length) return choose(only);
  listener();
}

/** Where the chosen model would stand: its place and heading, or null. */
export function ending() {
  const start = model(now.model);
  const straight = way();
  if (straight && start) {
    const pivot = ahead(start.place, start.heading, now.before);
    return { place: ahead(pivot, start.heading + now.turn, straight.full - now.before), heading: headed(start.heading + now.turn) };
  }
  if (now.action === "hold") return { place: start.place, heading: headed(start.heading + now.turn) };
  if (now.action.startsWith("fly")) return { place: now.by.at(-1) ?? start.place, heading: 0 };
  return now.place ? { place: now.place, heading: now.heading } : null;
}

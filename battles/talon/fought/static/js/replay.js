// Steps through a battle that was fought: asks for its frames once and moves the pieces of the board the server drew.
// Without script the same buttons are links to the page at another frame.
import { placed, sizeOf, stacked } from "./names.js";
import "./pictures.js";

const desk = document.querySelector("[data-replay]");
const SVG = "http://www.w3.org/2000/svg";
const BAR = 26;
const DAMAGE = 13; // how high a number of damage is in the drawing, or higher where it has to be to be legible
const LOST = "✕ ";
const FINGER = 28; // pixels around a ship in which a tap is for it
const CLOSE = 1.08; // pixels to a unit of the drawing when looked at closely
const QUIET = 0.35; // of the pause between frames, after one in which nothing happens
const SHORT = { destroyed: "lost", "landed-after": "landed" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

const part = (name) => desk.querySelector(`[data-${name}]`);
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

let states = [];
let at = Number(desk?.dataset.replay ?? 0);
let timer = null;
let close = false;
let box = null;
let turning = 0;
let picked = null;

function unfold(frames) {
  let pieces = {};
  let missiles = {};
  return frames.map((frame) => {
    const quiet = !frame.under && !frame.over && !Object.keys(frame.pieces).length;
    pieces = { ...pieces, ...frame.pieces };
    missiles = { ...missiles, ...frame.missiles };
    return { ...frame, quiet, pieces, missiles };
  });
}

function place(element, [x, y]) {
  element.setAttribute("transform", `translate(${x} ${y})`);
}

// A ship turns the short way round: its angle goes on beyond 360 rather than back.
function turn(heading, angle) {
  const before = Number(heading.dataset.angle ?? heading.getAttribute("transform").match(/-?\d+/)[0]);
  const now = before + ((((angle - before) % 360) + 540) % 360) - 180;
  heading.dataset.angle = now;
  heading.setAttribute("transform", `rotate(${now})`);
}

function level(left, whole) {
  if (left === whole) return 3;
  return 2 * left > whole ? 2 : 1;
}

// Numbers of a unit on the map begin with its place, those of one that is gone with how it went.
const isHere = (numbers) => typeof numbers?.[0] === "number";

// What is drawn of a unit: what it is now or, in the frame in which it went, what it was, where it went from.
function drawnAs(number) {
  const now = states[at].pieces[number];
  const before = states[at - 1]?.pieces[number];
  if (isHere(now)) return { numbers: now, ghost: "" };
  if (!isHere(before)) return null;
  const [x, y] = now.length === 3 ? now.slice(1) : before;
  return { numbers: [x, y, ...before.slice(2)], ghost: now[0] === "destroyed" ? "is-lost" : "is-gone" };
}

// The damage done to a planet that is fired at.
function showPlanet({ planet }) {
  const figure = desk.querySelector("[data-board] [data-figure]");
  if (!figure) return;
  figure.querySelector("text").textContent = planet;
  const title = figure.querySelector("title");
  title.textContent = title.textContent.replace(/\d+ of/, `${planet} of`);
}

function showPiece(element) {
  const drawing = drawnAs(element.dataset.unit);
  if (!drawing) return element.setAttribute("display", "none");
  const [, , angle, left, shields] = drawing.numbers;
  const whole = Number(element.dataset.whole);
  element.removeAttribute("display");
  element.classList.remove("is-lost", "is-gone");
  element.classList.toggle("is-picked", element.dataset.unit === picked);
  if (drawing.ghost) element.classList.add(drawing.ghost);
  place(element, drawing.numbers);
  turn(element.querySelector(".heading"), angle);
  [...element.querySelector(".arcs").children].forEach((arc, side) => arc.setAttribute("class", `s${shields[side]}`));
  const bar = element.querySelector(".left");
  bar.setAttribute("width", Math.round((BAR * left) / whole));
  bar.dataset.level = level(left, whole);
  const title = element.querySelector("title");
  title.textContent = title.textContent.replace(/\d+ of \d+$/, `${left} of ${whole}`);
}

// The part of the board that a view shows: more than the view where the board has another shape.
function shown([left, top, width, height]) {
  const { clientWidth, clientHeight } = part("board");
  const scale = Math.min(clientWidth / width, clientHeight / height);
  const [wide, tall] = [clientWidth / scale, clientHeight / scale];
  return { scale, whole: [left - (wide - width) / 2, top - (tall - height) / 2, left + (wide + width) / 2, top + (tall + height) / 2] };
}

// Whose names come first: the picked ship's, then those of ships that are hit or hit others in the frame.
function rankOf(number) {
  if (number === picked) return 2;
  const name = desk.querySelector(`[data-roster="${number}"] .muster-name`).textContent;
  const told = document.querySelectorAll(`#moment-${at} :is(.tone-hit, .tone-harm, .tone-loss) b`);
  return [...told].some((one) => one.textContent === name) ? 1 : 0;
}

function nameOf(element) {
  const drawing = drawnAs(element.dataset.name);
  if (!drawing) return null;
  const text = element.firstElementChild;
  text.textContent = (drawing.ghost === "is-lost" ? LOST : "") + text.textContent.replace(LOST, "");
  return { number: element.dataset.name, x: drawing.numbers[0], y: drawing.numbers[1], words: text.textContent, rank: rankOf(element.dataset.name) };
}

// Names give way to damage and to one another: one without room is left out until its ship is picked.
function showNames(state) {
  const { scale, whole } = shown(seen(state));
  const elements = [...part("names").children];
  const size = sizeOf(scale);
  const written = stacked(part("over").querySelectorAll("text"), { size: Math.max(size, DAMAGE), whole });
  const places = placed(elements.map(nameOf).filter(Boolean), { size, whole, written });
  part("names").style.fontSize = `${size}px`;
  for (const element of elements) {
    const spot = places.get(element.dataset.name);
    if (spot) showName(element, spot);
    else element.setAttribute("display", "none");
  }
}

function showName(element, { x, y, dx, dy, anchor }) {
  element.removeAttribute("display");
  place(element, [x, y]);
  const text = element.firstElementChild;
  text.setAttribute("x", dx);
  text.setAttribute("y", dy);
  text.setAttribute("text-anchor", anchor);
}

// Picks the ship nearest to a tap, and lets its name have room before all others.
function pick(event) {
  const near = [...part("pieces").querySelectorAll(".piece:not([display])")].map((piece) => {
    const { left, right, top, bottom } = piece.querySelector(".heading").getBoundingClientRect();
    return { unit: piece.dataset.unit, far: Math.hypot(event.clientX - (left + right) / 2, event.clientY - (top + bottom) / 2) };
  });
  const nearest = near.filter(({ far }) => far <= FINGER).sort((one, other) => one.far - other.far)[0];
  picked = nearest ? nearest.unit : null;
  show(at, true);
}

function showRoster(line, numbers) {
  const here = isHere(numbers);
  line.classList.toggle("is-picked", line.dataset.roster === picked);
  const whole = desk.querySelector(`[data-unit="${line.dataset.roster}"]`).dataset.whole;
  line.dataset.state = here ? "" : (numbers?.[0] ?? "waiting");
  line.querySelector(".muster-left").textContent = here ? `${numbers[3]}/${whole}` : (SHORT[line.dataset.state] ?? line.dataset.state);
}

function drawn(group, css, shape) {
  const element = document.createElementNS(SVG, "g");
  element.setAttribute("class", css);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", shape);
  element.append(use);
  group.append(element);
  return element;
}

function showMissiles(missiles) {
  const group = part("missiles");
  for (const [number, numbers] of Object.entries(missiles)) {
    let dart = group.querySelector(`[data-missile="${number}"]`);
    if (!numbers) {
      dart?.remove();
      continue;
    }
    if (!dart) {
      dart = drawn(group, `missile of-${numbers[3]}`, "#dart");
      dart.dataset.missile = number;
    }
    place(dart, numbers);
    dart.firstElementChild.setAttribute("transform", `rotate(${numbers[2]})`);
  }
  const known = (dart) => missiles[dart.dataset.missile];
  [...group.children].filter((dart) => !known(dart)).forEach((dart) => dart.remove());
}

function showWrecks(pieces) {
  const group = part("wrecks");
  group.replaceChildren();
  for (const [number, numbers] of Object.entries(pieces)) {
    if (numbers.length !== 3 || drawnAs(number)) continue;
    const side = desk.querySelector(`[data-unit="${number}"]`).classList[1];
    place(drawn(group, `wreck ${side}`, "#wreck"), numbers.slice(1));
  }
}

// The part of the board that is seen: the whole of the round, or closely what happens in the frame.
function seen(state) {
  const [left, top, width, height] = state.view;
  if (!close) return state.view;
  const board = part("board");
  const wide = board.clientWidth / CLOSE;
  const tall = board.clientHeight / CLOSE;
  const [x, y] = state.focus;
  const along = (middle, size, start, whole) => (size >= whole ? start - (size - whole) / 2 : clamp(middle - size / 2, start, start + whole - size));
  return [along(x, wide, left, width), along(y, tall, top, height), wide, tall];
}

function look(state, suddenly) {
  const target = seen(state);
  const start = box ?? target;
  const began = performance.now();
  cancelAnimationFrame(turning);
  const step = (now) => {
    const done = suddenly || still.matches ? 1 : clamp((now - began) / 380, 0, 1);
    const eased = done * done * (3 - 2 * done);
    box = target.map((value, place_) => start[place_] + (value - start[place_]) * eased);
    part("board").setAttribute("viewBox", box.map((value) => value.toFixed(1)).join(" "));
    if (done < 1) turning = requestAnimationFrame(step);
  };
  step(began);
}

function showWords(state) {
  part("title").textContent = state.title;
  part("sentences").innerHTML = document.querySelector(`#moment-${at} .sentences`).innerHTML;
  if (part("chance")) part("chance").textContent = state.chance;
  part("moment").scrollTop = 0;
}

function showControls(state) {
  const last = states.length - 1;
  const goals = { first: 0, back: Math.max(0, at - 1), on: Math.min(last, at + 1), last };
  for (const link of desk.querySelectorAll("[data-step]")) {
    link.href = `?frame=${goals[link.dataset.step]}#replay`;
    link.toggleAttribute("aria-disabled", goals[link.dataset.step] === at);
    if (link.hasAttribute("aria-disabled")) link.setAttribute("aria-disabled", "true");
  }
  if (part("frame")) part("frame").value = at;
  const slider = part("slider");
  slider.value = at;
  slider.setAttribute("aria-valuetext", state.title);
  const now = part("now");
  now?.removeAttribute("display");
  for (const end of ["x1", "x2"]) now?.setAttribute(end, `${(at / last) * 100}%`);
}

function show(number, suddenly = false) {
  at = clamp(number, 0, states.length - 1);
  const state = states[at];
  for (const piece of part("pieces").children) showPiece(piece);
  showPlanet(state);
  part("under").innerHTML = state.under;
  part("over").innerHTML = state.over;
  showNames(state);
  for (const line of desk.querySelectorAll("[data-roster]")) showRoster(line, state.pieces[line.dataset.roster]);
  showMissiles(state.missiles);
  showWrecks(state.pieces);
  showWords(state);
  showControls(state);
  look(state, suddenly);
  if (timer === null) history.replaceState(null, "", `?frame=${at}${location.hash}`);
}

function pause() {
  clearTimeout(timer);
  timer = null;
  part("play").setAttribute("aria-pressed", "false");
  part("play-words").textContent = "Play";
  part("sentences").setAttribute("aria-live", "polite");
}

function tick() {
  if (at >= states.length - 1) return pause();
  show(at + 1);
  timer = setTimeout(tick, Number(part("speed").value) * (states[at].quiet ? QUIET : 1));
}

function play() {
  if (at >= states.length - 1) show(0, true);
  part("play").setAttribute("aria-pressed", "true");
  part("play-words").textContent = "Pause";
  part("sentences").setAttribute("aria-live", "off");
  timer = setTimeout(tick, 150);
}

// Plays on from just before a frame, so that what happens in it is seen to happen.
function watch(number) {
  pause();
  show(number - 1, true);
  play();
}

function toggle() {
  if (timer === null) play();
  else pause();
}

function go(number) {
  pause();
  show(number);
}

const MOVES = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => states.length - 1 };
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

const ANYWHERE = [" ", "ArrowLeft", "ArrowRight"]; // Home and End are the page's own, unless the board has the focus
const SEEN = 0.6; // of the board, for the keys to be the board's

function inView() {
  const { top, bottom, height } = part("board").getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) >= SEEN * height;
}

// Keys are the board's where it has the focus, or where nothing has it and the board is in view.
function isForBoard(event) {
  if (event.target.closest("[data-replay]")) return !event.target.matches("select");
  return event.target === document.body && ANYWHERE.includes(event.key) && inView();
}

function pressed(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !isForBoard(event)) return;
  const slider = event.target === part("slider");
  if (event.key === " " && !event.target.matches("button, a")) toggle();
  else if (KEYS[event.key] && !slider) go(MOVES[KEYS[event.key]]());
  else return;
  event.preventDefault();
}

function clicked(event) {
  const step = event.target.closest("[data-step]");
  const jump = event.target.closest("[data-go]");
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || !(step || jump)) return;
  event.preventDefault();
  if (step) return go(MOVES[step.dataset.step]());
  (jump.matches("[data-watch]") ? watch : go)(Number(jump.dataset.go));
  desk.scrollIntoView({ behavior: still.matches ? "instant" : "smooth" });
  desk.querySelector(".replay-board").focus({ preventScroll: true });
}

// The button says what it does next.
function comeClose(yes) {
  close = yes;
  part("close").textContent = yes ? "Whole board" : "Close-up";
  desk.querySelector(".replay-board").classList.toggle("is-whole", !yes);
  showNames(states[at]);
  look(states[at]);
}

function begin(frames) {
  states = unfold(frames);
  desk.querySelector(".replay-board").classList.add("is-live", "is-whole");
  for (const waiting of desk.querySelectorAll(".awaits-script")) waiting.classList.remove("awaits-script");
  part("play").addEventListener("click", toggle);
  part("close").addEventListener("click", () => comeClose(!close));
  part("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", clicked);
  part("board").addEventListener("click", pick);
  addEventListener("resize", () => {
    showNames(states[at]);
    look(states[at], true);
  });
  show(at, true);
}

if (desk) {
  fetch(desk.dataset.frames, { headers: { Accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
    .then(begin)
    .catch(() => {}); // the links still step
}

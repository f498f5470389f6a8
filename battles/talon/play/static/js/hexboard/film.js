// Shows what has happened since the last drawing of the board: moves, fire, damage, explosions; briefly, or not at all.
import { pace, showSettings } from "./settings.js";
import { sound } from "./sound.js";
import { draw, one, placeOf, stage, table } from "./table.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const BURST = "M0-19l4 11 10-7-5 11 12 2-11 5 8 9-12-4-1 12-6-10-9 8 4-12-12 1 9-8-8-9 12 3z";
const LONGEST = 6000;
const PAUSE = { go: 260, put: 90, launch: 200, shot: 260, hurt: 240, burst: 380, lost: 260, gone: 200, critical: 260 };

let before = new Map();
let seen = 0; // the number of the last line that was shown
let running = null;

const angleOf = (piece) => piece.querySelector(".heading")?.getAttribute("transform") ?? "";

/** Keeps how the counters stand, before a new drawing takes the place of this one. */
export function remember() {
  before = new Map();
  seen = Number(table()?.dataset.at ?? 0);
  for (const piece of stage()?.querySelectorAll("[data-pieces] [data-unit], [data-missiles] [data-unit]") ?? []) {
    before.set(piece.dataset.unit, { at: placeOf(piece), turned: angleOf(piece), piece: piece.cloneNode(true) });
  }
}

function put(piece, [x, y], turned) {
  piece.setAttribute("transform", `translate(${x} ${y})`);
  if (turned) piece.querySelector(".heading")?.setAttribute("transform", turned);
}

class Showing {
  constructor(steps, done) {
    this.steps = steps;
    this.done = done;
    this.timer = 0;
    this.marks = draw(stage(), "g", { class: "film" });
    this.ends = new Map();
    this.extras = [];
    this.speed = pace() * Math.min(1, LONGEST / steps.reduce((sum, [kind]) => sum + (PAUSE[kind] ?? 0), 1));
    for (const [unit, old] of before) this.rewind(unit, old);
    stage().classList.add("is-film");
    stage().classList.toggle("is-fast", pace() < 1);
    stage().getBoundingClientRect(); // the places before are drawn once, so that the counters move from there
  }

  // Every counter begins where it was; one that is gone is shown once more until it goes.
  rewind(unit, { at, turned, piece }) {
    let now = this.piece(unit);
    if (now) this.ends.set(now, { at: placeOf(now), turned: angleOf(now) });
    else {
      now = piece;
      this.extras.push(now);
      one(Number(unit) >= 1000 ? "[data-stage] [data-missiles]" : "[data-stage] [data-pieces]").append(now);
    }
    put(now, at, turned);
  }

  piece(unit) {
    return stage()?.querySelector(`[data-unit="${unit}"]`);
  }

  tick() {
    const step = this.steps.shift();
    if (!step) return this.finish();
    this[step[0]]?.(...step.slice(1));
    sound(step[0]);
    this.timer = setTimeout(() => this.tick(), (PAUSE[step[0]] ?? 0) * this.speed);
  }

  go(unit, x, y, angle) {
    const piece = this.piece(unit);
    if (piece) put(piece, [x, y], `rotate(${angle})`);
  }

  launch(missile, unit) {
    this.line("launch", unit, missile);
  }

  shot(unit, target, points) {
    this.line(points ? "hit" : "miss", unit, target);
  }

  line(kind, from, to) {
    const [start, end] = [placeOf(this.piece(from)), placeOf(this.piece(to))];
    if (start && end) this.fade(draw(this.marks, "path", { class: `${kind} ${this.sideOf(from)}`, d: `M${start}L${end}` }));
  }

  sideOf(unit) {
    return this.piece(unit)?.classList.contains("of-terran") ? "of-terran" : "of-talon";
  }

  hurt(unit, shields, hull) {
    const at = placeOf(this.piece(unit));
    if (!at) return;
    const what = "figure" in this.piece(unit).dataset ? "" : " hull";
    const words = [shields && `−${shields} shield`, hull && `−${hull}${what}`].filter(Boolean).join(", ");
    this.fade(draw(this.marks, "text", { class: hull ? "toll" : "soak", x: at[0], y: at[1] - 26 }, words || "no damage"), 1400);
  }

  critical(unit) {
    const at = placeOf(this.piece(unit));
    if (at) this.fade(draw(this.marks, "text", { class: "toll", x: at[0], y: at[1] + 40 }, "critical"), 1400);
  }

  burst(unit, x, y) {
    this.fade(draw(this.marks, "path", { class: "burst", d: BURST, transform: `translate(${x} ${y}) scale(1.5)` }), 900);
  }

  lost(unit) {
    const at = placeOf(this.piece(unit));
    if (at) this.burst(unit, ...at);
    this.gone(unit);
  }

  gone(unit) {
    this.piece(unit)?.classList.add("is-gone");
  }

  fade(element, stays = 700) {
    setTimeout(() => element.remove(), stays);
  }

  // Nothing more is shown of it: another drawing has taken the place of its own.
  stop() {
    clearTimeout(this.timer);
    running = null;
  }

  finish() {
    this.stop();
    for (const [piece, { at, turned }] of this.ends) put(piece, at, turned);
    for (const extra of this.extras) extra.remove();
    setTimeout(() => this.marks.remove(), 1200);
    setTimeout(() => stage()?.classList.remove("is-film"), 400);
    this.done();
  }
}

/** Plays what has happened, then calls `done`; at once where motion is not wanted or nothing moved. */
export function play(done) {
  const lines = JSON.parse(stage()?.dataset.film || "[]");
  const steps = lines.filter(([number]) => number > seen).flatMap(([, found]) => found);
  running?.stop();
  showSettings();
  if (!before.size || still.matches || !pace()) return done();
  running = new Showing(steps, done);
  running.tick();
}

/** Plays steps from where everything stood: [x, y, angle] by unit. Units that are gone by now are not shown. */
export function replay(stood, steps, done) {
  running?.finish();
  if (still.matches || !stage() || !pace()) return done();
  before = new Map();
  for (const [unit, [x, y, angle]] of stood) {
    const piece = one(`[data-stage] [data-unit="${unit}"]`);
    if (piece) before.set(unit, { at: [x, y], turned: `rotate(${angle})`, piece });
  }
  running = new Showing([...steps], done);
  running.tick();
}

/** Ends the film at once. */
export function skip() {
  running?.finish();
}

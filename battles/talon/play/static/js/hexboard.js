// The board of a battle played by hand. The server draws it and lists every order as a button; this only groups and
// highlights them, and sends the one that is chosen. Without it the buttons are there all the same.
import "./hexboard/answer.js";
import { attach, measure, pointOf, scale, show, wasDragged, zoom } from "./hexboard/camera.js";
import { arm, begin, choose, chosen, confirm, drop, refresh } from "./hexboard/choice.js";
import "./hexboard/drawn.js";
import { play, remember, skip } from "./hexboard/film.js";
import "./hexboard/keys.js";
import "./hexboard/lesson.js";
import "./hexboard/log.js";
import { askAt, close, isAsking, look } from "./hexboard/lookup.js";
import { passFire } from "./hexboard/passing.js";
import { beginPlacing, hexAt, placing, put, turn } from "./hexboard/placing.js";
import { closeStack, isAimed, openCompany, picked } from "./hexboard/stack.js";
import { afterwards, goOn, order, send } from "./hexboard/send.js";
import { openRow, pick, pickAgain, sheetOrders } from "./hexboard/sheet.js";
import { all, buttonOf, form, one, placeOf, stage, table } from "./hexboard/table.js";
import { goTo, showTab } from "./hexboard/tabs.js";
import { placed, sizeOf } from "./names.js";

const FINGER = 26; // pixels around something in which a tap is for it
let pointer = "mouse";

const isTouch = () => pointer !== "mouse";
const near = (found, [x, y]) => {
  const far = (element) => Math.hypot(placeOf(element)[0] - x, placeOf(element)[1] - y);
  const limit = Math.max(18, FINGER / scale());
  return found.filter((element) => placeOf(element) && far(element) <= limit).sort((one_, other) => far(one_) - far(other));
};

// A tap on the board: first what an order can be given with, then any counter.
function tapped(event) {
  if (wasDragged()) return;
  if (closeStack()) return;
  const arrow = event.target.closest("[data-facing]");
  if (arrow) return turn(arrow.dataset.facing);
  const at = pointOf(event);
  if (placing()) {
    const hex = hexAt(at, Math.max(24, FINGER / scale()));
    if (hex) return put(hex);
  }
  const [ghost] = near(all("[data-ghosts] .is-shown"), at);
  if (ghost) return moved(ghost.dataset.ghost);
  const answer = near(all("[data-spots] [data-hex]"), at).map((spot) => one(`[data-at-hex="${spot.dataset.hex}"]`)).find(Boolean);
  if (answer) return arm(answer.value);
  const pieces = near(all("[data-stage] [data-unit]:not(.is-gone)"), at).filter((piece) => !("figure" in piece.dataset) || isAimed(piece));
  const known = pieces.filter((piece) => isAimed(piece) || piece.matches(`.of-${table().dataset.side}`));
  if (isAsking() && !known.length) askAt(at);
  else if (pieces.length) picked(pieces);
}

// The second button of a mouse, or a long press, asks why not.
function asked(event) {
  event.preventDefault();
  askAt(pointOf(event));
}

// With a mouse a move is ordered at once: it can be undone until a die is rolled or the turn passes. Where all ships are
// asked at once, it is chosen in its row.
function moved(text) {
  if (pick(text)) return chosenInSheet();
  const button = buttonOf(text);
  const careful = isTouch() || button?.querySelector(".offer-warn");
  if (careful) arm(text);
  else order(text);
}

// The row is chosen; on to the next that is still open.
function chosenInSheet() {
  const next = openRow(chosen().unit);
  if (next) choose(next);
  else refresh();
}

function pressed(event) {
  const button = event.target.closest("button");
  if (!button || !table()?.contains(button)) return;
  const { dataset } = button;
  if (dataset.choose) choose(dataset.choose);
  else if (dataset.zoom) isNaN(dataset.zoom) ? show(dataset.zoom === "fit" ? "fit" : "whole") : zoom(Number(dataset.zoom));
  else if ("skip" in dataset) skip();
  else if ("confirm" in dataset) confirm();
  else if ("drop" in dataset) drop();
  else if (dataset.turn) turn(Number(dataset.turn));
  else if (dataset.tab) goTo(dataset.tab);
  else if (dataset.look) look(dataset.look);
  else if ("company" in dataset) openCompany();
  else if ("lookupClose" in dataset) close();
  else return;
  event.preventDefault();
}

// Tab goes from ship to ship: in the fleets, and in the rows of a sheet.
function focused({ target }) {
  if (target.matches("[data-choose]:focus-visible")) choose(target.dataset.choose);
  const row = target.closest("[data-sheet-row]");
  if (row) choose(row.dataset.sheetRow, { look: false });
}

// Forms are sent in place. With a finger, or where an order has a warning, the first tap only chooses.
function submitted(event) {
  if (!table()?.contains(event.target) || event.target.action !== form().action || !window.htmx) return;
  const button = event.submitter;
  event.preventDefault();
  if (button?.matches("[data-sheet-send]")) return order(...sheetOrders());
  if (event.target !== form() && !event.target.matches("[data-careful]")) return send(event.target, button);
  if (button?.name === "do") return send(event.target, button);
  if (button?.name !== "order") return;
  const careful = button.querySelector(".offer-warn") || (isTouch() && !button.matches("[data-close]"));
  if (careful) arm(button.value);
  else order(button.value);
}

function showNames() {
  const size = sizeOf(scale());
  const elements = all("[data-names] [data-name]");
  const names = elements.map((element) => {
    const [x, y] = placeOf(element);
    return { number: element.dataset.name, x, y, words: element.textContent, rank: element.dataset.name === chosen().unit ? 2 : 0 };
  });
  const whole = [-1e5, -1e5, 1e5, 1e5];
  const places = placed(names, { size, whole });
  one("[data-names]").style.fontSize = `${size}px`;
  for (const element of elements) {
    const spot = places.get(element.dataset.name);
    element.toggleAttribute("display", false);
    if (!spot) element.setAttribute("display", "none");
    else for (const [key, value] of Object.entries({ x: spot.dx, y: spot.dy, "text-anchor": spot.anchor })) element.firstElementChild.setAttribute(key, value);
  }
}

// Names are placed again only where their size changes: not while the board is dragged.
let drawn = 0;
let named = 0;
function onLook() {
  if (scale() === named) return;
  named = scale();
  stage().classList.toggle("is-near", named >= 1.15);
  cancelAnimationFrame(drawn);
  drawn = requestAnimationFrame(() => stage() && showNames());
}

// On a phone the button of the company lies on the board, whose top is below whatever the track and the aims take.
const tops = new ResizeObserver(() => {
  const [head, board] = [document.querySelector(".page-head"), one("[data-play-board]")];
  if (!head || !board) return;
  const from = board.getBoundingClientRect().top - head.getBoundingClientRect().top;
  head.style.setProperty("--board-from", `${from + 2}px`);
});

function start() {
  if (!table() || table().classList.contains("is-live")) return;
  table().classList.add("is-live");
  named = 0;
  tops.disconnect();
  tops.observe(one("[data-play-board]"));
  showTab();
  attach(stage(), onLook);
  stage().addEventListener("click", tapped);
  stage().addEventListener("contextmenu", asked);
  pickAgain();
  begin();
  beginPlacing();
  one("[data-skip]").hidden = false;
  play(() => {
    one("[data-skip]")?.setAttribute("hidden", "");
    passFire();
  });
}

// The page hears of its own orders too: what it shows already is not drawn again, nor what was asked for before the
// last order and comes after its answer.
function isOld({ requestConfig, serverResponse }) {
  const [, as] = /data-as="([^"]*)"/.exec(serverResponse) ?? [];
  const now = table()?.dataset.as;
  if (requestConfig.verb !== "get" || !as || !now) return false;
  const [at, draft] = as.split(/[. ]/).map(Number);
  const [atNow, draftNow] = now.split(/[. ]/).map(Number);
  return as === now || at < atNow || (at === atNow && draft < draftNow);
}

document.addEventListener("pointerdown", (event) => (pointer = event.pointerType), { capture: true });
document.addEventListener("keydown", () => (pointer = "mouse"), { capture: true });
document.addEventListener("click", pressed);
document.addEventListener("submit", submitted);
document.addEventListener("focusin", focused);
document.addEventListener("change", ({ target }) => target.closest("[data-sheet-row]") && refresh());
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target?.id !== "play") return;
  if (isOld(detail)) return (detail.shouldSwap = false);
  if ([409, 422].includes(detail.xhr.status)) Object.assign(detail, { shouldSwap: true, isError: false });
  remember();
});
document.addEventListener("htmx:afterSwap", start);
afterwards(goOn);
addEventListener("resize", () => stage() && measure());
start();

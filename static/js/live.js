// Follows what changes elsewhere.
//
//   <main data-stream="/events/war/17?since=40">          one stream a page
//   <section id="treasury" data-refresh data-refresh-url="/wars/17/treasury">   parts it refreshes
//   <span data-refresh data-aside data-refresh-url="/wars/badge/">   a part about what happens elsewhere, too
//   <span data-refresh data-aside="only" data-refresh-url="…">   a part only about what concerns the reader elsewhere
//   <section data-aside-too>   within a part: as long as it holds this, it is about what happens elsewhere, too
//   <div data-refresh="always" data-refresh-url="…">   a part that keeps what its reader has chosen by itself
//   <div data-refresh data-news data-refresh-url="…">   a part whose own script leaves out what it shows already
//   <p data-live-state></p>                                 optional; made when missing
//
// A stream only says that something changed; each part then asks for itself again, under its own rights.
// A part in which the reader has typed, or stands in a field, is left alone and a line to reload is offered.

import { LOST, sentences } from "./refusal.js";

const RECONNECTING = "Connection lost. Reconnecting…";
const CHANGED = "This page has changed.";
const KEPT = " (what you have typed and not sent stays until then).";
const ENDED = "This page no longer updates.";
const NOT_FOR_THE_READER = [401, 403, 404, 410];
const READ_MS = 3000;
const AGAIN_MS = 2000;

let source = null;
let lastId = null;
let ended = false;
const unanswered = new WeakSet();

function stateLine() {
  const found = document.querySelector("[data-live-state]");
  if (found) return found;
  const line = document.createElement("p");
  line.className = "live-state";
  line.dataset.liveState = "";
  line.setAttribute("role", "status");
  line.setAttribute("aria-live", "polite");
  const main = document.querySelector("main") || document.body;
  main.before(line);
  return line;
}

function say(text) {
  const line = stateLine();
  if (line.dataset.kept) return;
  line.textContent = text;
  line.classList.toggle("is-shown", Boolean(text));
}

function offerReload(why = CHANGED, more = KEPT) {
  const line = stateLine();
  if (line.dataset.kept && why === CHANGED) return;
  line.dataset.kept = "yes";
  line.classList.add("is-shown");
  const link = document.createElement("a");
  link.href = window.location.href;
  link.textContent = "Reload";
  line.replaceChildren(`${why} `, link, more);
}

// What was offered to be loaded is shown now.
function withdrawReload() {
  const line = stateLine();
  if (!line.dataset.kept || ended) return;
  delete line.dataset.kept;
  say("");
}

function isDirty(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") {
    const options = [...field.options];
    return options.some((o) => o.defaultSelected) && options.some((o) => o.selected !== o.defaultSelected);
  }
  return field.type !== "hidden" && field.defaultValue !== undefined && field.value !== field.defaultValue;
}

// Fields in [data-keeps] keep what was chosen when the part is drawn again.
function isBusy(part) {
  const fields = [...part.querySelectorAll("input, select, textarea")].filter((field) => !field.closest("[data-keeps]"));
  const typing = fields.includes(document.activeElement)
    && document.activeElement.matches("input:not([type=checkbox]):not([type=radio]):not([type=hidden]), textarea, select");
  return typing || fields.some(isDirty);
}

function refresh(part) {
  if (part.dataset.refresh !== "always" && !("news" in part.dataset) && isBusy(part)) {
    offerReload();
    return;
  }
  // With its own source each part waits in a queue of its own; in one shared queue only the last request is kept.
  const swap = part.dataset.refreshSwap || "innerHTML";
  window.htmx.ajax("GET", part.dataset.refreshUrl, { source: part, target: part, swap });
}

// What was said of the state before is put away once it can have been read; errors stay.
function putMessagesAway() {
  const said = [...document.querySelectorAll("#messages > .message:not(.message-error)")];
  window.setTimeout(() => said.forEach((message) => message.remove()), Math.max(0, READ_MS - performance.now()));
}

function refreshAll(which = "[data-refresh]") {
  document.querySelectorAll(which).forEach(refresh);
}

function refreshAsides() {
  const parts = new Set(document.querySelectorAll("[data-refresh][data-aside]"));
  document.querySelectorAll("[data-refresh] [data-aside-too]").forEach((sign) => parts.add(sign.closest("[data-refresh]")));
  parts.forEach(refresh);
}

function address(url) {
  if (lastId === null) return url;
  const full = new URL(url, window.location.href);
  full.searchParams.set("since", lastId);
  return full.pathname + full.search;
}

function open() {
  const place = document.querySelector("[data-stream]");
  if (source || ended || !place) return;
  const asked = address(place.dataset.stream);
  source = new EventSource(asked);
  let opened = false;
  source.addEventListener("open", () => {
    opened = true;
    reached();
    if (!failing) say("");
  });
  // A stream may end in order, and its browser then asks again: it is lost once that fails.
  source.addEventListener("error", () => {
    if (!source) return;
    const closed = source.readyState === EventSource.CLOSED;
    if (closed || !opened) say(RECONNECTING);
    opened = false;
    if (closed) {
      close();
      refused(asked).then((gone) => (gone ? end() : window.setTimeout(open, 5000)));
    }
  });
  source.addEventListener("gone", end);
  source.addEventListener("change", (event) => {
    reached();
    lastId = event.lastEventId;
    refreshAll(JSON.parse(event.data).aside ? "[data-refresh]" : '[data-refresh]:not([data-aside="only"])');
  });
  source.addEventListener("aside", (event) => {
    reached();
    lastId = event.lastEventId;
    refreshAsides();
  });
}

function close() {
  if (source) source.close();
  source = null;
}

// What the page followed is no longer for its reader: a link was withdrawn, a seat lost, or somebody signed out.
// The page as it is loaded again says which.
function end() {
  ended = true;
  close();
  offerReload(ENDED, "");
}

// An EventSource does not say why it was refused.
async function refused(asked) {
  const enough = new AbortController();
  try {
    const answer = await fetch(asked, { signal: enough.signal });
    return NOT_FOR_THE_READER.includes(answer.status);
  } catch {
    return false;
  } finally {
    enough.abort();
  }
}

function asksByItself(part) {
  return part.matches('[data-refresh], [hx-trigger^="every"]');
}

// What asks by itself and is drawn anew takes its request along, and asks no more: htmx would look for the places of a
// late answer in what is gone, and find none.
document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
  if (!(target instanceof Element) || !asksByItself(target)) return;
  unanswered.add(target);
  window.htmx.trigger(target, "htmx:abort");
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (unanswered.has(event.detail.elt)) event.preventDefault();
});

// A part that could not be asked for is asked for again until it comes: its stream may not say so once more.
function askAgain(part) {
  if (!part.matches("[data-refresh]")) return;
  window.setTimeout(() => part.isConnected && refresh(part), AGAIN_MS);
}

// A request that failed changes nothing on the page: its reason is said until the next one succeeds.
// That there is no connection is said until anything comes again.
let failing = false;
let lost = false;

function fail(text) {
  failing = true;
  lost = text === LOST;
  say(text);
}

function reached() {
  if (!lost) return;
  failing = lost = false;
  say("");
}

// The stream would wait before it tries again.
function openAgain() {
  if (!source) return;
  close();
  open();
}

document.addEventListener("htmx:responseError", ({ detail: { elt, xhr } }) => {
  if (!asksByItself(elt) || !NOT_FOR_THE_READER.includes(xhr.status)) return fail(sentences(xhr));
  unanswered.add(elt);
  return offerReload(ENDED, "");
});
document.addEventListener("htmx:sendError", (event) => {
  fail(LOST);
  askAgain(event.detail.elt);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!failing || !event.detail.successful) return;
  failing = lost = false;
  say("");
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.shouldSwap && event.detail.target.matches("[data-refresh]")) putMessagesAway();
});
// A page hears of its own orders, too. Whether the answer is news is known once it has come: after all other listeners.
// Somebody may have begun to type meanwhile.
window.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, requestConfig, shouldSwap } = detail;
  const keeps = target.matches("[data-news]")
    || (requestConfig.elt === target && target.matches('[data-refresh]:not([data-refresh="always"])'));
  if (!shouldSwap || requestConfig.verb !== "get" || !keeps || !isBusy(target)) return;
  detail.shouldSwap = false;
  offerReload();
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.matches("[data-news]")) withdrawReload();
});
window.addEventListener("online", openAgain);
window.addEventListener("pagehide", close);
window.addEventListener("pageshow", open);
open();

// Shows a turn again on the map, step by step: the server draws each step, this only asks for the next.
// A turn that has ended plays by itself once, as soon as the map is in sight, unless the reader asked for less motion.
const PACE = 2600;
const board = document.getElementById("board");
const refreshUrl = board?.dataset.refreshUrl;
let playing = 0;

const seenKey = `turn-seen:${location.pathname}`;

function stop() {
  clearTimeout(playing);
  playing = 0;
}

async function show(href) {
  const url = new URL(href, location.href);
  url.searchParams.set("part", "board");
  url.hash = "";
  const over = !url.searchParams.has("replay");
  if (over) board.dataset.refresh = "";
  else delete board.dataset.refresh; // news of the war would end the replay
  await window.htmx.ajax("GET", url.pathname + url.search, { source: board, target: board, swap: "innerHTML" });
  dress();
}

function dress() {
  const play = board.querySelector("[data-replay-play]");
  if (!play) return;
  play.hidden = false;
  play.textContent = playing ? "Pause" : "Play";
}

function next() {
  const link = board.querySelector("[data-replay-next]");
  if (!link) return stop();
  return show(link.getAttribute("href")).then(() => {
    playing = board.querySelector("[data-replay-next]") ? setTimeout(next, PACE) : 0;
    dress();
  });
}

function play() {
  playing = setTimeout(next, PACE);
  dress();
}

board?.addEventListener("click", (event) => {
  if (event.target.closest("[data-replay-play]")) {
    if (playing) stop();
    else play();
    dress();
    return;
  }
  const link = event.target.closest("a[data-replay][href]");
  if (!link || !window.htmx || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  remember();
  show(link.getAttribute("href")).then(bring);
});

// Map and words together: what is said of the step stands below the map.
function bring() {
  if (board.querySelector(".turn-replay")) board.scrollIntoView({ block: "start" });
}

function remember() {
  const offer = board.querySelector("[data-replay-turn]");
  if (offer) localStorage.setItem(seenKey, offer.dataset.replayTurn);
}

// What plays by itself takes nobody away from a question: the page then stays where it is.
function bringGently() {
  if (document.querySelector(".panel-calls form")) return;
  board.querySelector(".turn-replay")?.scrollIntoView({ block: "nearest" });
}

// A turn that has ended since the reader was here. Of a turn that is still fought the server gives no number.
function isNews() {
  const offer = board.querySelector("[data-replay-turn]");
  return offer && localStorage.getItem(seenKey) !== offer.dataset.replayTurn ? offer : null;
}

function offerOnce() {
  const offer = isNews();
  if (!offer) return;
  remember();
  show(offer.getAttribute("href")).then(bringGently).then(play);
}

// Plays where the reader looks at the map: below the fold it waits until the page is scrolled there.
function watchForMap() {
  let seen = false;
  new IntersectionObserver(([{ isIntersecting }]) => {
    seen = isIntersecting;
    if (seen) offerOnce();
  }, { threshold: 0.6 }).observe(board);
  board.addEventListener("htmx:afterSwap", () => seen && offerOnce());
}

const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
if (board && refreshUrl && !new URLSearchParams(location.search).has("replay")) {
  if (!still) addEventListener("load", watchForMap);
} else if (board) dress();

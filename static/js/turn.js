// Shows a turn again on the map, step by step: the server draws each step, this only asks for the next.
// The last turn plays by itself once, unless the reader asked for less motion.
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

// A turn that has ended since the reader was here plays by itself.
function offerOnce() {
  const offer = board?.querySelector("[data-replay-turn]");
  if (!offer || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const seen = localStorage.getItem(seenKey);
  if (seen === offer.dataset.replayTurn) return;
  remember();
  show(offer.getAttribute("href")).then(bring).then(play);
}

if (board && refreshUrl && !new URLSearchParams(location.search).has("replay")) addEventListener("load", offerOnce);
else if (board) dress();

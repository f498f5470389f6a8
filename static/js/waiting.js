// Says when something new waits for the reader while a page is open: a notice with a link, and "(1)" in the title.
//
//   <span data-waiting="17" data-waiting-words="Plan turn 3 · First Light" data-waiting-path="/wars/1/terran/plan/"
//     data-waiting-shown-at="/wars/1/terran/">      where it is done, and the page of its war, which shows it
//   <div id="new-waiting" role="status"></div>      where the notice appears
//   <div data-shows-waiting="/wars/1/terran/">      a page that shows what waits under this address, or all if it is "",
//                                                   needs no notice of that while it is seen
//
// The head's badge is loaded again by live.js; a higher number in it is something new.

const title = document.title;
let known = newest()?.number ?? 0;
let fresh = 0;
let announced = null;

function newest() {
  const badge = document.querySelector("[data-waiting]");
  if (!badge) return null;
  const { waiting, waitingWords: words, waitingPath: path, waitingShownAt: shownAt } = badge.dataset;
  return { number: Number(waiting), words, path, shownAt };
}

function isSeen({ path, shownAt }) {
  if (document.visibilityState !== "visible") return false;
  if (window.location.pathname === path) return true;
  const here = document.querySelector("[data-shows-waiting]");
  return here !== null && [path, shownAt].some((address) => address.startsWith(here.dataset.showsWaiting));
}

function putAway() {
  fresh = 0;
  announced = null;
  document.title = title;
  document.getElementById("new-waiting").replaceChildren();
}

function notice({ words, path }) {
  const line = document.createElement("div");
  line.className = "message message-warning";
  const link = document.createElement("a");
  link.href = path;
  link.textContent = `Your turn: ${words}`;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "btn btn-small";
  close.textContent = "Dismiss";
  close.addEventListener("click", putAway);
  const body = document.createElement("div");
  body.className = "message-words";
  body.append(link);
  line.append(body, close);
  return line;
}

function look() {
  const found = newest();
  const place = document.getElementById("new-waiting");
  if (!found || !place || found.number <= known) return;
  known = found.number;
  if (document.querySelector("[data-one-screen]") || isSeen(found)) return;
  fresh += 1;
  announced = found;
  document.title = `(${fresh}) ${title}`;
  place.replaceChildren(notice(found));
}

document.addEventListener("htmx:afterSwap", look);
document.addEventListener("visibilitychange", () => {
  if (announced && isSeen(announced)) putAway();
});

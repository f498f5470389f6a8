// Opens the sheet of a zone beside the map, in its place: the page stays where it is. Without script the same links
// lead to the page with the sheet.
const LINK = 'a[href*="?zone="]';

const place = () => document.getElementById("zone-place");
let opener = null;

function address(link) {
  const url = new URL(link.getAttribute("href"), location.href);
  url.searchParams.set("part", "sheet");
  url.hash = "";
  return url;
}

function remember(link) {
  const url = new URL(link.getAttribute("href"), location.href);
  url.hash = "";
  history.replaceState(history.state, "", url);
}

function follow(url) {
  const box = place();
  if (!box.hasAttribute("data-keeps-itself")) {
    box.dataset.refresh = "";
    box.dataset.refreshUrl = url.pathname + url.search;
  }
}

async function open(link) {
  const url = address(link);
  const answer = await fetch(url, { headers: { "HX-Request": "true" } });
  if (!answer.ok || answer.status === 204) {
    location.assign(answer.headers.get("HX-Redirect") ?? link.getAttribute("href"));
    return;
  }
  // The place is asked for again: the answer to a tap may have put another one there.
  window.htmx.swap(place(), await answer.text(), { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 });
  const sheet = document.getElementById("zone");
  if (!sheet) return;
  follow(url);
  remember(link);
  sheet.focus({ preventScroll: true });
  mark();
  keepInSight(sheet);
}

// On a phone the sheet lies over the page: the zone it is about moves up until it is in sight. On a desk it is as high
// up as the map: where the page has been scrolled further, it comes back to both.
function keepInSight(sheet) {
  const { top } = sheet.getBoundingClientRect();
  if (getComputedStyle(sheet).position !== "fixed") {
    if (top < 0) scrollBy({ top: top - 8, behavior: "instant" });
    return;
  }
  const zone = [...document.querySelectorAll(".star-map .zone-open")].find((link) => link.getClientRects().length);
  const hidden = zone ? zone.getBoundingClientRect().bottom - top : 0;
  if (hidden > 0) scrollBy({ top: hidden + 40, behavior: "instant" });
}

function close() {
  const box = place();
  delete box.dataset.refresh;
  box.replaceChildren();
  const url = new URL(location.href);
  url.searchParams.delete("zone");
  history.replaceState(history.state, "", url);
  mark();
  const visible = [...document.querySelectorAll(LINK)].find((link) => link.getAttribute("href") === opener && link.getClientRects().length);
  visible?.focus({ preventScroll: true });
}

// The zone whose sheet is open stands out on the map.
function mark() {
  const shown = new URL(location.href).searchParams.get("zone");
  document.querySelectorAll(".star-map a.zone").forEach((link) => {
    const zone = new URL(link.getAttribute("href"), location.href).searchParams.get("zone");
    link.classList.toggle("zone-open", shown !== null && zone === shown && Boolean(document.getElementById("zone")));
  });
}

document.addEventListener("click", (event) => {
  if (!place() || !window.htmx || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("[data-zone-close]")) {
    event.preventDefault();
    close();
    return;
  }
  const link = event.target.closest(LINK);
  if (!link) return;
  event.preventDefault();
  if (link.closest(".star-map")) opener = link.getAttribute("href");
  open(link);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !document.getElementById("zone") || document.activeElement?.closest("[popover]")) return;
  close();
});
document.addEventListener("htmx:afterSwap", mark);
document.addEventListener("htmx:oobAfterSwap", mark);
mark();

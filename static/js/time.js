// Shows every <time class="when"> in the reader's own zone, with how far off it is ("in 5 h", "3 d ago").
const MOST_HOURS = 96;
// As the server writes it, whatever the browser's language: the words around it are English.
const asWritten = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

function length(minutes) {
  const hours = Math.round(minutes / 60);
  if (minutes < 60) return `${minutes} min`;
  return hours <= MOST_HOURS ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

// Less than half a minute ahead is "now" as well: the reader's clock may be that much slow.
export function distance(then, now) {
  const minutes = Math.round(Math.abs(then - now) / 60000);
  if (!minutes) return then > now ? "now" : "just now";
  return then > now ? `in ${length(minutes)}` : `${length(minutes)} ago`;
}

function show(element, now) {
  const then = new Date(element.dateTime);
  if (Number.isNaN(then.getTime())) return;
  const local = asWritten.format(then);
  const date = element.querySelector(".when-date");
  const relative = element.querySelector(".when-relative");
  if (date && date.textContent !== local) date.textContent = local;
  if (relative) relative.textContent = distance(then, now);
  element.title = local;
}

function showAll(root = document) {
  const now = new Date();
  root.querySelectorAll("time.when").forEach((element) => show(element, now));
}

showAll();
document.addEventListener("htmx:load", (event) => showAll(event.target.parentNode ?? document));
setInterval(showAll, 30000, document);

// Shows every <time class="when"> in the reader's own zone, with how far off it is ("in 5 h", "3 d ago").
const UNITS = [["d", 86400], ["h", 3600], ["min", 60]];
const sameYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const otherYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

export function distance(then, now) {
  const seconds = Math.round((then - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["", 1];
  if (!unit) return seconds >= 0 ? "in a moment" : "just now";
  const count = Math.floor(Math.abs(seconds) / size);
  return seconds > 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`;
}

function inReadersZone(then, now) {
  return (then.getFullYear() === now.getFullYear() ? sameYear : otherYear).format(then);
}

function show(element, now) {
  const then = new Date(element.dateTime);
  if (Number.isNaN(then.getTime())) return;
  const local = inReadersZone(then, now);
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

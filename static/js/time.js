// Shows every <time class="when"> in the reader's zone, with how far off it is ("in 5 h", "3 d ago"), and tells the
// site the browser's zone, in which it then writes times itself. A zone chosen in the settings comes with the page.
const MOST_HOURS = 96;
const A_YEAR = 31536000;

// As the server writes it, whatever the browser's language: the words around it are English.
function formatFor(timeZone) {
  const parts = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  try {
    return new Intl.DateTimeFormat("en-GB", { ...parts, timeZone });
  } catch {
    return null; // a zone that this browser does not know
  }
}

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const asWritten = formatFor(document.documentElement.dataset.zone || browserZone) ?? formatFor(browserZone) ?? formatFor("UTC");

export function withZone(clock, zone) {
  const words = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return words === "UTC" ? `${clock} UTC` : `${clock} (${words})`;
}

function tellZone() {
  if (!browserZone || document.cookie.split("; ").includes(`zone=${browserZone}`)) return;
  document.cookie = `zone=${browserZone}; path=/; max-age=${A_YEAR}; samesite=lax`;
}

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
  const local = withZone(asWritten.format(then), asWritten.resolvedOptions().timeZone);
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

tellZone();
showAll();
document.addEventListener("htmx:load", (event) => showAll(event.target.parentNode ?? document));
setInterval(showAll, 30000, document);

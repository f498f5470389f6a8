// Counts down what the server said is left: <span data-clock="milliseconds">, from the moment it was drawn.
const SECOND = 1000;
const LOW = 15 * SECOND;
const ends = new WeakMap();

const two = (number) => String(number).padStart(2, "0");

/** Milliseconds as the server writes them: "4:05", "2 h 05 min", "1 d 4 h". */
export function words(left) {
  const seconds = Math.ceil(Math.max(0, left) / SECOND);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return `${days} d ${hours} h`;
  return hours ? `${hours} h ${two(minutes)} min` : `${minutes}:${two(seconds % 60)}`;
}

function tick() {
  for (const element of document.querySelectorAll("[data-clock]")) {
    if (!ends.has(element)) ends.set(element, Date.now() + Number(element.dataset.clock));
    const left = ends.get(element) - Date.now();
    const now = words(left);
    if (element.textContent !== now) element.textContent = now;
    element.classList.toggle("is-low", left < LOW);
  }
}

tick();
setInterval(tick, 250);
document.addEventListener("htmx:afterSwap", tick);

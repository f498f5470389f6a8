// Sets the words on the pictures of a battle's report as large as they have to be to be read, where they have room. The
// server has drawn them for a wide window; without script they stay as they are.
import { placed, sizeOf, stacked } from "./names.js";

const NAMED = ".name:not([display]), .wreck:has(text)";
const LOST = "✕ ";
const pictures = [...document.querySelectorAll(".course .hex-board, .turn-card .hex-board")];

// The names of those of whom the words beside the picture tell come first, and among them those of ships that are lost.
function nameOf(element, number) {
  const [x, y] = element.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
  const words = element.querySelector("text").textContent;
  const told = element.closest(".turn-card")?.querySelector(".turn-words p").textContent.includes(words.replace(LOST, ""));
  return { number, x, y, words, rank: told ? 1 : 0 };
}

const lostFirst = (one, other) => other.words.startsWith(LOST) - one.words.startsWith(LOST);

function put(text, spot, size) {
  text.style.display = spot ? "" : "none";
  if (!spot) return;
  text.style.cssText = `font-size: ${size}px; stroke-width: 0.3em; translate: none`;
  text.setAttribute("x", spot.dx);
  text.setAttribute("y", spot.dy);
  text.setAttribute("text-anchor", spot.anchor);
}

function set(picture, named) {
  const { x, y, width, height } = picture.viewBox.baseVal;
  const scale = Math.min(picture.clientWidth / width, picture.clientHeight / height);
  if (!scale) return;
  const size = sizeOf(scale);
  const whole = [x, y, x + width, y + height];
  const written = stacked(picture.querySelectorAll(".toll, .soak"), { size, whole });
  const places = placed(named.map(nameOf).sort(lostFirst), { size, whole, written });
  named.forEach((element, number) => put(element.querySelector("text"), places.get(number), size));
}

for (const picture of pictures) {
  const named = [...picture.querySelectorAll(NAMED)];
  new ResizeObserver(() => set(picture, named)).observe(picture);
}

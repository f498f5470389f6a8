// Names of models, none over another: below its model, above it or beside it, or not at all where there is no room.
import { scale } from "../board/camera.js";
import { choice } from "./choice.js";
import { all, flipped, model } from "./table.js";

const LETTER = 0.52; // how wide a letter is, of its height
const PIXELS = 11;

const overlap = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

// The places for a name, the best first: where the middle of its line would be.
function places([x, y], radius, wide, size) {
  const below = radius + 0.9 * size;
  return [[x, y + below], [x, y - below], [x + radius + wide / 2 + size / 3, y], [x - radius - wide / 2 - size / 3, y], [x, y + below + size], [x, y - below - size]];
}

/** Places the names as large as they are now; that of the chosen model comes first, then ships. */
export function placeNames() {
  const size = PIXELS / scale();
  const rank = ({ number, ship }) => (number === choice().model ? 0 : ship ? 1 : 2);
  const names = all("[data-name]").map((element) => ({ element, found: model(Number(element.dataset.name)) }));
  const bases = names.map(({ found }) => ({ found, at: flipped(found.place) }));
  const taken = [];
  for (const { element, found } of names.sort((one, other) => rank(one.found) - rank(other.found))) {
    const wide = LETTER * size * element.textContent.length;
    const others = bases.filter((base) => base.found !== found).map(({ found: { radius }, at: [x, y] }) => [x - radius, y - radius, x + radius, y + radius]);
    const boxOf = ([x, y]) => [x - wide / 2, y - size / 2, x + wide / 2, y + size / 2];
    const free = places(flipped(found.place), found.radius, wide, size).find((place) => ![...taken, ...others].some((box) => overlap(boxOf(place), box)));
    element.toggleAttribute("data-hidden", !free);
    if (!free) continue;
    taken.push(boxOf(free));
    element.setAttribute("x", free[0]);
    element.setAttribute("y", free[1]);
  }
}

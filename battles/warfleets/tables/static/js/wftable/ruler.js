// A ruler from one point to another: between models from edge to edge.
import { pointOf, scale } from "../board/camera.js";
import { apart } from "./geometry.js";
import { battle, draw, flipped, layer, one } from "./table.js";

const FINGER = 20; // pixels around a model in which it is taken for an end
let on = false;
let from = null;

export const isRuling = () => on;

/** Takes the ruler, or puts it away. */
export function takeRuler(take) {
  on = take;
  from = null;
  const words = one("[data-wf-measure]");
  words.hidden = !on;
  words.textContent = words.dataset.wfMeasure;
  one("[data-wf-rule]").setAttribute("aria-pressed", String(on));
  layer("ruler").replaceChildren();
}

// The model at a place, or the place by itself.
function endAt(place) {
  const far = ({ place: there, radius }) => apart(there, place) - radius;
  const near = battle().models.filter((found) => found.status === "table" && far(found) <= FINGER / scale());
  const [found] = near.sort((one_, other) => far(one_) - far(other));
  return found ? { place: found.place, radius: found.radius, name: found.name } : { place, radius: 0, name: "" };
}

/** Begins to measure, or goes on. */
export function measureAt(event) {
  const end = endAt(flipped(pointOf(event)));
  if (event.type === "pointerdown") from = end;
  if (!from) return;
  const far = Math.max(0, apart(from.place, end.place) - from.radius - end.radius);
  const [[x, y], [right, down]] = [flipped(from.place), flipped(end.place)];
  layer("ruler").replaceChildren();
  draw(layer("ruler"), "path", { class: "wf-line", d: `M${x} ${y}L${right} ${down}` });
  const names = [from.name, end.name].filter(Boolean).join(" – ");
  one("[data-wf-measure]").textContent = `${names ? `${names}: ` : ""}${(far / 100).toFixed(2)}″`;
  if (event.type === "pointerup") from = null;
}

// What the weapons of a model reach, and what its shots would do: to be seen, judged by the server.
import { choice, ending } from "./choice.js";
import { sector } from "./geometry.js";
import { lineOf } from "./lines.js";
import { previewOf } from "./previews.js";
import { asked, draw, figureOf, flipped, layer, model } from "./table.js";

const FORETOLD = 3; // targets

let shown = true; // whether arcs are drawn
let looked = null; // a model that is only looked at

export const areArcsShown = () => shown;
export const showArcs = (show) => (shown = show);

/** Looks at a model without choosing it, or at none. */
export const look = (number) => (looked = number === looked ? null : number);
export const lookedAt = () => looked;

/** Draws arcs and what shots would do, over what was drawn before. */
export function drawSights() {
  const [group, above] = [layer("above"), layer("odds")];
  group.replaceChildren();
  above.replaceChildren();
  for (const target of document.querySelectorAll(".is-target")) target.classList.remove("is-target");
  const number = looked ?? choice().model ?? (asked()?.word === "shoot" ? asked().model : null);
  if (shown && number !== null && number >= 0) drawArcs(group, number);
  for (const [target, sums] of odds()) drawOdds(above, target, sums);
}

function drawArcs(group, number) {
  const found = model(number);
  const end = number === choice().model ? (ending() ?? found) : found;
  if (found.status !== "table" && end === found) return;
  for (const { arcs, range, works } of found.weapons) {
    const far = found.radius + range;
    const middle = flipped(end.place);
    const style = { class: `wf-arc of-${found.side}${works ? "" : " is-off"}` };
    if (!arcs.length) draw(group, "circle", { ...style, cx: middle[0], cy: middle[1], r: far });
    for (const [from, to] of arcs) {
      const start = (end.heading ?? 0) + from;
      draw(group, "path", { ...style, d: sector(middle, found.radius, far, start, start + ((to - from + 3600) % 3600)) });
    }
  }
}

// Of each target the shot that hurts it most; of those that would be where the ghost stands only the best.
function odds() {
  const now = asked()?.word === "shoot";
  const shots = now ? asked().shots : (previewOf(lineOf(choice()))?.way?.shots ?? []);
  const best = new Map();
  for (const { target, expected } of shots) {
    const [damage, destroyed] = [expected.damage, expected.destroyed].map(([over, under]) => over / under);
    if (!(best.get(target)?.damage >= damage)) best.set(target, { damage, destroyed });
  }
  return now ? best : new Map([...best].sort(([, one], [, other]) => other.damage - one.damage).slice(0, FORETOLD));
}

function drawOdds(group, target, { damage, destroyed }) {
  figureOf(target)?.classList.add("is-target");
  const found = model(target);
  const [x, y] = flipped(found.place);
  const chance = destroyed >= 0.005 ? ` · ${Math.round(100 * destroyed)} %` : "";
  draw(group, "text", { class: "wf-odds", x, y: y - found.radius - 30 }, `${damage.toFixed(1)}${chance}`);
}

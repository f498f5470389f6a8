// Putting things down: a hex is tapped, then a facing; the same hex again puts it there.
import { reveal } from "./camera.js";
import { arm, choose, drop, showUnit } from "./choice.js";
import { all, draw, layer, one, placeOf, table } from "./table.js";

const FACINGS = ["E", "NE", "NW", "W", "SW", "SE"];
const ARROW = "M0-42l10 15h-20z";
const TURNED = ["not turned", "turned 60° to the left", "turned 120° to the left", "turned by half", "turned 120° to the right", "turned 60° to the right"];
const angle = (facing) => (90 - 60 * FACINGS.indexOf(facing) + 360) % 360;

let spot = null; // "q,r"
let facing = null; // kept from one unit to the next

let onward = () => {}; // what follows when a hex, a facing or another unit is chosen

/** Says what is to be done when what is put down, or where, is chosen. */
export function onPlace(call) {
  onward = call;
}

/** What is chosen to be put down. */
export const item = () => one("[data-placing] [name=put]:checked");
const place = () => item()?.closest("[data-placing]") ?? null;
const areas = () => [...(place()?.querySelectorAll("[data-area]") ?? [])];
const hexesOf = (area) => area.dataset.area.trim().split(" ");
const areaOf = (hex) => areas().find((area) => hexesOf(area).includes(hex)) ?? null;
const marks = () => all("[data-spots] [data-hex]");

/** Where it is chosen to be put down: hex and facing, null before a hex is chosen. */
export const chosenPlace = () => (spot && FACINGS.includes(facing) ? { hex: spot, facing } : null);

/** Whether something is to be put down. */
export const placing = () => Boolean(place());

const facings = () => areaOf(spot)?.dataset.facings.split(" ").filter(Boolean) ?? [];

function written() {
  const speed = place().querySelector("[name^=speed]")?.value ?? "";
  return item().value.replace("{hex}", spot).replace("{facing}", facing ?? "").replace("{speed}", speed);
}

function said() {
  const name = item().closest("label").textContent.trim();
  const side = !facing ? "" : FACINGS.includes(facing) ? `, facing ${facing}` : `, ${TURNED[Number(facing)]}`;
  return `${name} at ${spot}${side}`;
}

// A pattern has no arrows around it: it is turned by buttons beside Confirm, where it can lie in several ways.
function showTurning() {
  const turns = Boolean(spot) && facings().filter((name) => !FACINGS.includes(name)).length > 1;
  for (const button of all("[data-turn]")) button.hidden = !turns;
}

function show() {
  showUnit(item().dataset.item);
  const open = new Set(areas().flatMap(hexesOf));
  for (const mark of marks()) {
    mark.classList.toggle("is-open", open.has(mark.dataset.hex));
    mark.classList.toggle("is-armed", mark.dataset.hex === spot);
  }
  for (const mark of all(".spot circle")) mark.toggleAttribute("hidden", !("suggested" in item().dataset));
  layer("above").replaceChildren();
  const mark = marks().find((one_) => one_.dataset.hex === spot);
  if (!mark) return;
  const [x, y] = placeOf(mark);
  drawItem(x, y);
  for (const each of facings().filter((name) => FACINGS.includes(name))) {
    const css = each === facing ? "facing is-armed" : "facing";
    draw(layer("above"), "path", { class: css, "data-facing": each, d: ARROW, transform: `translate(${x} ${y}) rotate(${angle(each)})` });
  }
  const shape = layer(`pattern="${facing}"`);
  for (const each of all("[data-pattern]")) each.classList.toggle("is-shown", each === shape);
  shape?.setAttribute("transform", `translate(${x} ${y})`);
  showTurning();
  onward();
}

// The counter that is put down, as its berth shows it, turned the way it will face.
function drawItem(x, y) {
  const picture = one(`[data-choose="${item().dataset.item}"] use`)?.getAttribute("href");
  if (!picture) return;
  const turned = facing && FACINGS.includes(facing) ? angle(facing) : 0;
  draw(layer("above"), "use", { href: picture, x: -16, y: -16, width: 32, height: 32, class: `laid of-${table().dataset.side}`, transform: `translate(${x} ${y}) rotate(${turned})` });
}

/** Chooses a hex; the chosen one again confirms. */
export function put(hex) {
  if (!areaOf(hex)) return;
  const again = hex === spot;
  spot = hex;
  const open = facings();
  if (!open.includes(facing)) facing = open[0] ?? null;
  if (again) return arm(written(), said());
  arm(written(), said());
  show();
}

/** Turns what is put down to a facing, or by a step to the next one open. */
export function turn(to) {
  const open = facings();
  if (!spot || !open.length || (typeof to === "number" && open.length < 2)) return;
  facing = typeof to === "string" ? to : open[(open.indexOf(facing) + to + open.length) % open.length];
  arm(written(), said());
  show();
}

/** The open hex nearest to a point of the drawing, no further than a limit away. */
export function hexAt([x, y], limit) {
  const far = (mark) => Math.hypot(placeOf(mark)[0] - x, placeOf(mark)[1] - y);
  const open = marks().filter((mark) => mark.classList.contains("is-open"));
  const nearest = open.sort((first, second) => far(first) - far(second))[0];
  return nearest && far(nearest) <= limit ? nearest.dataset.hex : null;
}

/** Steps to the open hex that lies nearest in a direction, for the arrow keys. */
export function stepTo(right, down) {
  const from = placeOf(marks().find((mark) => mark.dataset.hex === spot)) ?? null;
  if (!from) return put(marks().find((mark) => mark.classList.contains("is-open"))?.dataset.hex);
  const reach = ([x, y]) => [(x - from[0]) * right + (y - from[1]) * down, Math.abs((x - from[0]) * down) + Math.abs((y - from[1]) * right)];
  const ahead = marks()
    .filter((mark) => mark.classList.contains("is-open"))
    .map((mark) => ({ hex: mark.dataset.hex, at: reach(placeOf(mark)) }))
    .filter(({ at }) => at[0] > 5 && at[1] <= at[0] * 1.2)
    .sort((first, second) => first.at[0] + first.at[1] - second.at[0] - second.at[1]);
  if (ahead.length) put(ahead[0].hex);
}

/** After a new answer: shows where the first unit may go. */
export function beginPlacing() {
  spot = null;
  if (!placing()) return;
  showTurning();
  choose(null, { look: false });
  show();
  const open = marks().filter((mark) => mark.classList.contains("is-open"));
  reveal(open.map(placeOf));
  for (const radio of all("[data-placing] [name=put]")) radio.addEventListener("change", () => { spot = null; drop(); show(); onward(); });
}

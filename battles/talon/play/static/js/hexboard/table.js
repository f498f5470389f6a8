// What the page says of the battle: its offers, counters and marks, found where the server drew them.
const TABLE = "[data-table]";

export const table = () => document.querySelector(TABLE);
export const one = (selector) => table()?.querySelector(selector) ?? null;
export const all = (selector) => [...(table()?.querySelectorAll(selector) ?? [])];
export const stage = () => one("[data-stage]");
export const form = () => one("[data-play-form]");
export const layer = (name) => one(`[data-stage] [data-${name}]`);

/** The counter or missile of a unit. */
export const pieceOf = (unit) => one(`[data-stage] [data-unit="${unit}"]`);

/** Where something is drawn: [x, y]. */
export function placeOf(element) {
  const found = /translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)/.exec(element?.getAttribute("transform") ?? "");
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** The units that can be ordered now, in the order of the page. */
export const ready = () => all("[data-offers-of], [data-sheet-row]").map((part) => part.dataset.offersOf ?? part.dataset.sheetRow);

/** The buttons of a unit's offers, or of all. */
export const offersOf = (unit) => all(`[data-offers-of="${unit}"] button[name="order"]`);

/** The button of an order in the notation. */
export const buttonOf = (order) => all('button[name="order"]').find((button) => button.value === order) ?? null;

/** The name of a unit, as its berth or card says it, or of a target that is none, as the heading of its offers does. */
export function nameOf(unit) {
  const label = one(`[data-offers-of="${unit}"]`)?.getAttribute("aria-label");
  return one(`[data-choose="${unit}"] .berth-name`)?.textContent ?? label ?? one(`[data-aims-at="${unit}"] h4`)?.textContent ?? "";
}

const SVG = "http://www.w3.org/2000/svg";

/** An element of the drawing, added to a layer. */
export function draw(group, name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  group.append(element);
  return element;
}

// What the page says of the battle, and what the server answers when it is asked for its state. Lengths are 1/100 inch,
// headings and turns 1/10 degree clockwise from up the table; in the drawing down is up the table turned round.
export const table = () => document.querySelector("[data-wf-table]");
export const one = (selector) => table()?.querySelector(selector) ?? null;
export const all = (selector) => [...(table()?.querySelectorAll(selector) ?? [])];
export const svg = () => one("[data-wf-svg]");
export const layer = (name) => one(`[data-wf-${name}]`);
export const figureOf = (number) => one(`[data-figure="${number}"]`);
export const headers = () => ({ ...JSON.parse(document.body.getAttribute("hx-headers")), Accept: "application/json" });

let view = null;

/** The battle as the server told it last. */
export const battle = () => view;

/** What is asked of the reader; null while it is somebody else's turn. */
export const asked = () => (view?.asked && view.asked.side === view.side ? view.asked : null);
export const model = (number) => view?.models[number];
export const rangesOf = (number) => asked()?.ranges.find((found) => found.model === number) ?? null;

/** Asks the server for the state of the battle; whether it answered. Without it orders are given in numbers. */
export async function load() {
  const answer = await fetch(table().dataset.state, { headers: headers() }).catch(() => null);
  if (!answer?.ok) return false;
  view = await answer.json();
  return true;
}

/** A model in an order: its size and its number. */
export const called = (number) => `${model(number).size} ${number}`;

/** Where a place of the table is in the drawing, and the other way. */
export const flipped = ([x, y]) => [x, view.depth - y];

const SVG = "http://www.w3.org/2000/svg";

/** An element of the drawing, added to a group. */
export function draw(group, name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  group.append(element);
  return element;
}

// Shows on the board what happened since the player was here, once when the page opens, and again when asked.
import { replay } from "./film.js";
import { one } from "./table.js";

const place = () => document.querySelector("[data-since]");

function show() {
  const { before, lines } = JSON.parse(place().dataset.since);
  one("[data-skip]").hidden = false;
  replay(new Map(Object.entries(before)), lines.flatMap(([, steps]) => steps), () => one("[data-skip]")?.setAttribute("hidden", ""));
}

if (place()) show();
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-since-again]")) show();
  if (target.closest("[data-since-close]")) place().open = false;
});

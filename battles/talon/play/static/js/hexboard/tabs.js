// On a narrow screen one part beside the board is shown at a time.
import { all, one } from "./table.js";

let now = "orders"; // kept from one answer to the next

/** Shows the part that is chosen. */
export function showTab(tab = now) {
  if (!one(".play-tabs")) return; // an onlooker has none
  now = tab;
  const column = one("[data-side-column]");
  column.dataset.shows = now;
  for (const button of all("[data-tab]")) button.setAttribute("aria-pressed", String(button.dataset.tab === now));
}

/** Goes to a part, and to its beginning. */
export function goTo(tab) {
  showTab(tab);
  const column = one("[data-side-column]");
  const part = column.querySelector({ ship: ".play-cards", log: ".play-log" }[tab] ?? ".play-prompt");
  const alone = one(".play-tabs")?.checkVisibility();
  if (alone) column.scrollTop = 0;
  else part?.scrollIntoView({ block: "nearest" });
}

// "Show me" of a lesson: chooses the unit and points at the order that leads to the goal. The server named the order.
import { aim, choose } from "./choice.js";
import { all, buttonOf, one } from "./table.js";

const POINTED = "is-shown-me";

function point(...elements) {
  for (const element of elements.filter(Boolean)) element.classList.add(POINTED);
}

// Only the column beside the board is scrolled, never the page.
function bring(element) {
  const column = one("[data-side-column]");
  const [inner, outer] = [element, column].map((part) => part.getBoundingClientRect());
  column.scrollTop += Math.max(0, inner.bottom - outer.bottom + one("[data-dock]").offsetHeight + 16);
}

function inSheet(text) {
  const option = all("[data-sheet] option").find(({ value }) => value === text);
  const row = option?.closest("[data-sheet-row]");
  if (!row) return false;
  choose(row.dataset.sheetRow);
  option.parentElement.value = text;
  point(one("[data-sheet-send]"), row);
  bring(row);
  return true;
}

function showMe(text) {
  for (const element of all(`.${POINTED}`)) element.classList.remove(POINTED);
  if (!text || inSheet(text)) return;
  const button = buttonOf(text);
  const unit = button?.closest("[data-offers-of]")?.dataset.offersOf;
  if (unit) choose(unit);
  if (button?.dataset.verb === "fire") aim(button.dataset.target);
  if (text === "undo") return point(one("[data-undo]"));
  const pressed = button ?? one("[data-sheet-send]");
  point(pressed, all("[data-ghosts] [data-ghost]").find(({ dataset }) => dataset.ghost === text));
  if (pressed && !pressed.closest("[data-dock]")) bring(pressed);
}

document.addEventListener("toggle", ({ target }) => {
  if (target.matches("[data-show-me]")) showMe(target.open ? target.dataset.showMe : "");
}, { capture: true });

// The editor of a scenario: a press on the table fills in a form, and what was refused is shown in its place.
const SHOWN = [409, 422];

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!SHOWN.includes(event.detail.xhr.status) || !document.getElementById("editor")) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});

const fill = (form, name, value) => {
  form.elements.namedItem(name).value = value;
};

// The first press on a zone is one corner, the second the other.
const corner = (form, hex) => {
  const { row, column } = hex.dataset;
  const first = document.querySelector(".scenario-hex.is-corner");
  const at = first?.dataset ?? hex.dataset;
  first?.classList.remove("is-corner");
  if (!first) hex.classList.add("is-corner");
  fill(form, "first_row", Math.min(at.row, row));
  fill(form, "last_row", Math.max(at.row, row));
  fill(form, "first_column", Math.min(at.column, column));
  fill(form, "last_column", Math.max(at.column, column));
};

const press = (hex) => {
  const zone = document.getElementById("zone-form");
  if (zone.closest("details").open) {
    corner(zone, hex);
    return;
  }
  const terrain = document.getElementById("terrain-form");
  fill(terrain, "row", hex.dataset.row);
  fill(terrain, "column", hex.dataset.column);
  terrain.requestSubmit();
};

// The line of a problem is shown in the text.
const showLine = (number) => {
  const text = document.querySelector(".scenario-text");
  text.closest("details").open = true;
  const lines = text.value.split("\n");
  const before = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  text.focus();
  text.setSelectionRange(before, before + (lines[number - 1] ?? "").length);
  text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, number - 4);
};

document.addEventListener("click", (event) => {
  const hex = event.target.closest(".scenario-hex");
  if (hex) press(hex);
  const link = event.target.closest("[data-line]");
  if (!link) return;
  event.preventDefault();
  showLine(Number(link.dataset.line));
});

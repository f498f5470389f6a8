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

// While a zone is set, the hexes from corner to corner are marked on the table.
const markZone = () => {
  const form = document.getElementById("zone-form");
  const open = form?.closest("details").open && form.dataset.touched !== undefined;
  const number = (name) => Number(form.elements.namedItem(name).value);
  const within = (at, what) => at >= number(`first_${what}`) && at <= number(`last_${what}`);
  for (const hex of document.querySelectorAll(".scenario-hex")) {
    hex.classList.toggle("is-zone", Boolean(open) && within(hex.dataset.row, "row") && within(hex.dataset.column, "column"));
  }
};
document.addEventListener("input", ({ target }) => {
  if (target.form?.id !== "zone-form") return;
  target.form.dataset.touched = "";
  markZone();
});

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
  form.dataset.touched = "";
  markZone();
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

// The table says what a press on it does.
const tellTool = () => {
  const zone = document.getElementById("zone-form")?.closest("details").open ?? false;
  for (const words of document.querySelectorAll("[data-tool]")) words.hidden = (words.dataset.tool === "zone") !== zone;
  markZone();
};
document.addEventListener("toggle", tellTool, true);
tellTool();

// A change is not made while the text has changes of its own; other fields keep what was typed.
const isText = (form) => Boolean(form.querySelector(".scenario-text"));
const changed = (field) => {
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  const usual = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(0, usual);
};
let typed = [];

document.addEventListener("htmx:beforeRequest", (event) => {
  const editor = document.getElementById("editor");
  const form = event.detail.elt.closest("form");
  if (!form || !editor?.contains(form)) return;
  const text = editor.querySelector(".scenario-text");
  if (!isText(form) && changed(text)) {
    event.preventDefault();
    for (const words of editor.querySelectorAll("[data-unsaved]")) words.hidden = false;
    text.closest("details").open = true;
    text.focus();
    return;
  }
  const fields = [...editor.querySelectorAll("form:not(#terrain-form) :is(input, textarea, select)[id]")];
  typed = fields.filter((field) => field.form !== form && !isText(field.form) && changed(field));
});

// Once a zone is set, a press lays terrain again.
const asked = ({ requestConfig }) => requestConfig?.parameters?.get?.("do") ?? requestConfig?.parameters?.do;

document.addEventListener("htmx:afterSettle", (event) => {
  const zone = document.getElementById("zone-form")?.closest("details");
  if (zone && asked(event.detail) === "zone" && event.detail.xhr.status === 200) zone.open = false;
});

document.addEventListener("htmx:afterSwap", (event) => {
  const how = asked(event.detail);
  for (const { id, value } of typed) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
  typed = [];
  tellTool();
  if (how === "text" || how === "zone" || how === "aim") {
    document.querySelector(".scenario-state")?.scrollIntoView({ block: "nearest" });
  }
});

document.addEventListener("click", (event) => {
  const hex = event.target.closest(".scenario-hex");
  if (hex) press(hex);
  const link = event.target.closest("[data-line]");
  if (!link) return;
  event.preventDefault();
  showLine(Number(link.dataset.line));
});

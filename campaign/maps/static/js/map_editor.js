// The map editor: what was refused is shown in its place, as after any other change.
const SHOWN = [409, 422];

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!SHOWN.includes(event.detail.xhr.status) || !document.getElementById("editor")) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});

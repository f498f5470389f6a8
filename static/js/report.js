import "./address.js";
// A change judged after the battle moved on is answered with 409: its words are shown all the same.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status !== 409) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});

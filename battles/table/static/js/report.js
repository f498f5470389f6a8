import "./address.js";
// What was chosen while an answer was on its way is sent again at once: parts of the older answer would undo it.
let chosen = false;
document.addEventListener("input", () => (chosen = true));
document.addEventListener("htmx:beforeRequest", () => (chosen = false));
// A change judged after the battle moved on is answered with 409: its words are shown all the same.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (chosen && detail.requestConfig.verb === "post") detail.shouldSwap = false;
  else if (detail.xhr.status === 409) Object.assign(detail, { shouldSwap: true, isError: false });
});

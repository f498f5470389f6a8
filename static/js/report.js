// The answer to a refused report is not a page to come back to: a reload asks for the page with what was saved.
const address = document.querySelector("[data-address]")?.dataset.address;
if (address) history.replaceState(null, "", address + location.hash);
// A change judged after the battle moved on is answered with 409: its words are shown all the same.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status !== 409) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});

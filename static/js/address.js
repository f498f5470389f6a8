// The answer to a refused form is not a page to come back to: a reload asks for the page itself, with what was kept.
const address = document.querySelector("[data-address]")?.dataset.address;
if (address) history.replaceState(null, "", address + location.hash);

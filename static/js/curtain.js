// A page held in the browser's back cache must not bring one player's secrets back to the other.
const table = () => document.querySelector("[data-one-screen]");

addEventListener("pagehide", () => table()?.replaceChildren());
addEventListener("pageshow", (event) => event.persisted && table() && location.reload());

// While a curtain hangs, nothing else of the page can be reached.
function hang() {
  const curtain = document.querySelector("[data-curtain]");
  if (!curtain) return;
  for (const element of document.body.children) {
    if (!element.contains(curtain)) element.inert = true;
  }
  curtain.querySelector("button")?.focus();
}

document.addEventListener("htmx:afterSwap", hang);
hang();

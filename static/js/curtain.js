// A page held in the browser's back cache must not bring one player's secrets back to the other.
const table = document.querySelector("[data-one-screen]");
const curtain = document.querySelector("[data-curtain]");

if (table) {
  addEventListener("pagehide", () => table.replaceChildren());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}

if (curtain) {
  for (const element of document.body.children) {
    if (!element.contains(curtain)) element.inert = true;
  }
  curtain.querySelector("button")?.focus();
}

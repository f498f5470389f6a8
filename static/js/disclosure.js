// Opens the <details> an address points into; remembers which <details data-remember="key"> are open while the tab lives; a choice with data-opens="value=id" (several with blanks between) opens one; Escape closes open menus; messages can be put away.
const key = (details) => `open:${location.pathname}:${details.dataset.remember}`;

function restore(root) {
  root.querySelectorAll("details[data-remember]").forEach((details) => {
    const kept = sessionStorage.getItem(key(details));
    if (kept !== null) details.open = kept === "1";
  });
}

document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("details[data-remember]")) sessionStorage.setItem(key(event.target), event.target.open ? "1" : "0");
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.activeElement?.closest("details[data-menu][open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

document.addEventListener("click", (event) => {
  event.target.closest("[data-dismiss]")?.closest(".message")?.remove();
  if (event.target.closest("[data-print]")) print();
  document.querySelectorAll("details[data-menu][open]").forEach((menu) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
});

document.addEventListener("change", (event) => {
  for (const choice of event.target.dataset?.opens?.split(" ") ?? []) {
    const [value, id] = choice.split("=");
    if (event.target.value === value) document.getElementById(id).open = true;
  }
});

document.addEventListener("htmx:load", (event) => restore(event.target.parentNode ?? document));
restore(document);

function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const closed = target?.closest("details:not([open])");
  if (!closed) return;
  closed.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", reveal);
reveal();

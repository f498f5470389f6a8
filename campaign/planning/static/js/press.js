// A tap is lost when the page changes between its press and its release: what is about to change the page waits here.
const LONGEST = 5000; // where a release was never reported after all
const held = new Set(); // the pointers that are down
let pressed = Promise.resolve();
let release = () => {};
let last = 0;

function press(event) {
  if (event.target.closest?.("select")) return; // the list that opens takes the release for itself
  if (!held.size) pressed = new Promise((resolve) => (release = resolve));
  held.add(event.pointerId);
  clearTimeout(last);
  last = setTimeout(letAllGo, LONGEST);
}

function letGo(event) {
  if (held.delete(event.pointerId) && !held.size) setTimeout(release); // after the click that this makes
}

function letAllGo() {
  held.clear();
  release();
}

/** Resolves when no finger or button is down and the click it made has been dealt with. */
export function released() {
  return pressed;
}

addEventListener("pointerdown", press, { capture: true, passive: true });
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, letGo, { capture: true, passive: true });
addEventListener("pointermove", (event) => event.buttons || letGo(event), { capture: true, passive: true });
addEventListener("blur", letAllGo);

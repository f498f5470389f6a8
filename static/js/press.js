// A tap is lost when the page changes between its press and its release: what is about to change the page waits here.
const LONGEST = 700; // a list that opens, or a mouse let go outside the window, never reports its release
let pressed = Promise.resolve();
let release = () => {};

function press() {
  pressed = new Promise((resolve) => (release = resolve));
  setTimeout(release, LONGEST);
}

function letGo() {
  setTimeout(release); // after the click that this makes
}

/** Resolves when no finger or button is down and the click it made has been dealt with. */
export function released() {
  return pressed;
}

addEventListener("pointerdown", press, { capture: true, passive: true });
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, letGo, { capture: true, passive: true });

// How fast what happens is shown, whether it is heard, and what passes by itself: kept in this browser for whoever plays in it.
import { all, one } from "./table.js";

const KEY = "play:";
const USUAL = { film: "normal", sound: "off", fire: "ask" };
const PACES = { normal: 1, fast: 0.4, off: 0 };
const CHOICES = { film: ["normal", "fast", "off"], sound: ["off", "on"], fire: ["ask", "skip"] };

function kept(name) {
  try {
    return localStorage.getItem(KEY + name) ?? USUAL[name];
  } catch {
    return USUAL[name]; // a browser that keeps nothing
  }
}

const now = { film: kept("film"), sound: kept("sound"), fire: kept("fire") };

/** By how much each step of the film is shortened or lengthened; 0 where nothing is to be shown. */
export const pace = () => PACES[now.film] ?? PACES.normal;

/** Whether what happens is to be heard. */
export const isHeard = () => now.sound === "on";

/** Whether fire that cannot matter passes by itself. */
export const skipsFire = () => now.fire === "skip";

/** Changes a setting to its next value, where it can be seen. */
export function setNext(name) {
  const choices = CHOICES[name];
  set(name, choices[(choices.indexOf(now[name]) + 1) % choices.length]);
  const panel = one("[data-settings]");
  if (!panel) return;
  panel.open = true;
  panel.scrollIntoView({ block: "nearest" });
}

function set(name, value) {
  now[name] = value;
  try {
    localStorage.setItem(KEY + name, value);
  } catch {
    // it holds until the page is left
  }
  showSettings();
}

/** Shows in the panel what is set. */
export function showSettings() {
  for (const radio of all("[data-setting]")) {
    radio.checked = now[radio.dataset.setting] === radio.value;
    radio.defaultChecked = radio.checked; // nothing here waits to be sent
  }
}

document.addEventListener("change", ({ target }) => target.matches("[data-setting]") && set(target.dataset.setting, target.value));

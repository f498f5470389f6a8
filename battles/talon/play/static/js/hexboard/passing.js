// Passes fire that cannot matter, where the player has chosen that: the server says which step that is.
import { busy, order } from "./send.js";
import { skipsFire } from "./settings.js";
import { one } from "./table.js";

let takenBack = false; // what was undone is the player's to order again

document.addEventListener(
  "submit",
  ({ submitter }) => {
    if (submitter?.name) takenBack = submitter.value.startsWith("undo");
  },
  { capture: true },
);

/** Ends the step of fire if nothing in it matters; called once all that has happened was shown. */
export function passFire() {
  const done = one("[data-needless]");
  if (done && skipsFire() && !takenBack && !busy()) order(done.value);
}

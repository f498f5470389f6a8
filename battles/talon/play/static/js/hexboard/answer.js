// Why an order was not taken. News of the battle may take the answer's place at once, so its words stay on the page
// until the next order is sent. What is left of a volley is not fired.
import { ceaseFire } from "./send.js";
import { one } from "./table.js";

let said = null;

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id !== "play") return;
  const answer = one("[data-answer]");
  if (detail.requestConfig.verb === "post") said = answer;
  else if (said && !answer) one(".play-tabs")?.after(said);
  if (!said) return;
  ceaseFire();
  said.scrollIntoView({ block: "nearest" });
});

// Sends each tap of a planning desk to its preview address, one after the other, and shows what the server answers.
// The server alone applies and judges; without script the same form goes there as a whole.
const desk = document.querySelector("[data-desk]");
const LOST = "No connection: the last change may not have been kept. Try it again, or reload the page.";
let last = Promise.resolve();

function moment(form) {
  return { turn: form.elements.turn.value, phase: form.elements.phase.value };
}

function say(text) {
  const line = desk.querySelector("[data-desk-state]");
  if (line) line.textContent = text;
}

function whole(form) {
  const values = {};
  for (const [name, value] of new FormData(form)) {
    values[name] = name in values ? [values[name], value].flat() : value;
  }
  return values;
}

function send(values) {
  last = last
    .then(() => {
      desk.classList.add("htmx-request");
      return window.htmx.ajax("POST", desk.dataset.preview, { source: desk, target: desk, swap: "innerHTML", values });
    })
    .catch(() => say(LOST))
    .finally(() => desk.classList.remove("htmx-request"));
}

function changed(field) {
  const form = field.form;
  if ("whole" in desk.dataset) return whole(form);
  const together = field.closest("[data-together]");
  const fields = together ? [...together.querySelectorAll("[data-live]")] : [field];
  return { ...moment(form), ...Object.fromEntries(fields.map((one) => [one.name, one.value])) };
}

function tapped(event) {
  const button = event.submitter;
  if (!desk?.contains(event.target) || !window.htmx) return;
  if (button?.hasAttribute("formaction")) return;
  event.preventDefault();
  if (button?.name === "do") send({ ...("whole" in desk.dataset ? whole(event.target) : moment(event.target)), do: button.value });
}

function showTaken() {
  const taken = desk.querySelector("#taken");
  if (!taken) return;
  document.querySelector("details.fleets").open = false;
  document.querySelectorAll(".fleet-card").forEach((card) => card.toggleAttribute("data-taken", card.dataset.fleet === taken.dataset.fleet));
  taken.focus();
}

function once(event) {
  const button = event.submitter;
  if (event.defaultPrevented || !button?.hasAttribute("data-once")) return;
  setTimeout(() => (button.disabled = true));
}

document.addEventListener("submit", tapped);
document.addEventListener("submit", once);
addEventListener("pageshow", () => document.querySelectorAll("[data-once]").forEach((button) => (button.disabled = false)));
desk?.addEventListener("change", (event) => event.target.matches("[data-live]") && send(changed(event.target)));
desk?.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (![409, 422].includes(detail.xhr.status)) return;
  detail.shouldSwap = true;
  detail.isError = false;
});
desk?.addEventListener("htmx:afterSwap", showTaken);
desk?.addEventListener("htmx:sendError", () => say(LOST));
desk?.addEventListener("htmx:responseError", () => say("The site could not do that. Reload the page and try again."));

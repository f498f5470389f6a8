// Gives number inputs in [data-stepper] their - and + buttons; the server alone judges the value.
function bounds(input) {
  return [Number(input.min || 0), input.max === "" ? Infinity : Number(input.max)];
}

function refresh(stepper) {
  const input = stepper.querySelector("input");
  const [low, high] = bounds(input);
  for (const button of stepper.querySelectorAll("[data-step]")) {
    const next = Number(input.value) + Number(button.dataset.step);
    button.disabled = input.disabled || next < low || next > high;
  }
}

function step(button) {
  const stepper = button.closest("[data-stepper]");
  const input = stepper.querySelector("input");
  const [low, high] = bounds(input);
  input.value = Math.min(high, Math.max(low, Number(input.value) + Number(button.dataset.step)));
  refresh(stepper);
  if (button.disabled) input.focus();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function refreshAll(root) {
  root.querySelectorAll("[data-stepper]").forEach(refresh);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-stepper] [data-step]");
  if (button) step(button);
});
document.addEventListener("input", (event) => {
  const stepper = event.target.closest("[data-stepper]");
  if (stepper) refresh(stepper);
});
document.addEventListener("htmx:load", (event) => refreshAll(event.target.parentNode ?? document));
refreshAll(document);

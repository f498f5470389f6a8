// A button with `data-once` sends its form once: a second click before the next page comes changes nothing.

function once(event) {
  const button = event.submitter;
  if (!button?.hasAttribute("data-once")) return;
  setTimeout(() => event.defaultPrevented || (button.disabled = true)); // after its name and value were read
}

document.addEventListener("submit", once);
addEventListener("pageshow", () => document.querySelectorAll("[data-once]").forEach((button) => (button.disabled = false)));

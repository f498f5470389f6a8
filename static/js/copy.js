// Copies a field's text: <button data-copy="field-id" hidden><span data-copy-words>Copy</span></button>
// The button shows only where the browser can; also in parts that came later.

const able = Boolean(navigator.clipboard);

function show() {
  if (able) document.querySelectorAll("[data-copy][hidden]").forEach((button) => { button.hidden = false; });
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(field.value);
  button.querySelector("[data-copy-words]").textContent = "Copied";
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button).catch(() => document.getElementById(button.dataset.copy).select());
});
document.addEventListener("htmx:load", show);
show();

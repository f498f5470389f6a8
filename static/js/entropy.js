// What a player adds to the dice: drawn by the browser when the form is sent, unless something was typed.
document.addEventListener("submit", (event) => {
  const field = event.target.querySelector("input[data-entropy]");
  if (!field || field.value.trim()) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}, true);

// Filters the rulings while their reader types, and opens or closes all of them; without it the server does both.
const field = document.querySelector("[data-filter]");
const list = document.getElementById(field.dataset.filter);
const rulings = [...list.querySelectorAll(".ruling")];
const more = document.querySelector("[data-looked-up]"); // printed sections and words of the game
const lines = [...more.querySelectorAll("li")];
const words = new Map([...rulings, ...lines].map((part) => [part, part.textContent.toLowerCase()]));

field.addEventListener("input", () => {
  const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  rulings.forEach((ruling) => { ruling.hidden = !wanted.every((word) => words.get(ruling).includes(word)); });
  lines.forEach((line) => { line.hidden = !wanted.length || !wanted.every((word) => words.get(line).includes(word)); });
  more.hidden = lines.every((line) => line.hidden);
  list.querySelectorAll("section").forEach((part) => { part.hidden = !part.querySelector(".ruling:not([hidden])"); });
  const found = rulings.filter((ruling) => !ruling.hidden).length;
  document.querySelector("[data-found]").textContent = `${found} ruling${found === 1 ? "" : "s"}`;
});

document.querySelector("[data-open-all]").addEventListener("click", (event) => {
  event.preventDefault();
  const button = event.currentTarget;
  const open = button.textContent === "Open all";
  rulings.forEach((ruling) => { ruling.open = open; });
  button.textContent = open ? "Close all" : "Open all";
});

// Cards and berths of units seldom change: each request names those that the page has, and the answer leaves them.
import { all } from "./table.js";

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.target?.id !== "play") return;
  detail.headers["X-Drawn"] = all("[data-drawn]").map(({ dataset }) => dataset.drawn).join(" ");
});

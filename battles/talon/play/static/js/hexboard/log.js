// Lines of the log that were asked for with "Earlier" stay on the page when the table is drawn again, and so does the
// place in it where somebody reads.
import { all, one } from "./table.js";

const numberOf = (line) => Number(line.id.replace("line-", ""));

let kept = null; // the lines, what follows them, and how far the column was scrolled

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  kept = null;
  if (detail.target?.id !== "play" || !one(".play-log")) return;
  const lines = all(".log-line");
  const onward = lines.at(-1)?.nextElementSibling;
  const reads = detail.requestConfig.verb === "get" && !one('[data-asked="yes"]');
  kept = { lines, onward, top: reads ? one("[data-side-column]").scrollTop : 0 };
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id !== "play" || !kept) return;
  const last = all(".log-line").at(-1);
  const older = kept.lines.filter((line) => last && numberOf(line) < numberOf(last));
  if (older.length && numberOf(older[0]) === numberOf(last) - 1) goOnWith(last, older, kept.onward);
  if (kept.top && !one('[data-asked="yes"]')) one("[data-side-column]").scrollTop = kept.top;
});

// Where no line is missing in between, those that the page had follow the new ones.
function goOnWith(last, older, onward) {
  last.nextElementSibling?.remove();
  const next = onward?.cloneNode(true);
  last.after(...older, ...(next ? [next] : []));
  if (next) window.htmx.process(next);
}

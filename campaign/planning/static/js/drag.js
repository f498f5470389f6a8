// A class dragged with the mouse onto a lane of the map sends one ship of it there; never needed.
import { press } from "./board.js";

const TYPE = "text/x-ship-class";

function laneOf(target) {
  const link = target.closest?.('.star-map a[href*="?zone="]');
  if (!link) return null;
  const zone = new URL(link.getAttribute("href"), location.href).searchParams.get("zone");
  return zone.startsWith("home/") ? null : { link, sector: zone.split("/")[0] };
}

function show(lane) {
  document.querySelectorAll(".star-map .lane-target").forEach((link) => link.classList.remove("lane-target"));
  if (!lane) return;
  const prefix = `?zone=${encodeURIComponent(lane.sector)}/`;
  document.querySelectorAll(".star-map a.zone").forEach((link) => {
    link.classList.toggle("lane-target", link.getAttribute("href").includes(prefix));
  });
}

document.addEventListener("dragstart", (event) => {
  const key = event.target.closest?.("[data-class]")?.dataset.class;
  if (!key) return;
  event.dataTransfer.setData(TYPE, key);
  event.dataTransfer.effectAllowed = "move";
});
document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes(TYPE)) return;
  const lane = laneOf(event.target);
  show(lane);
  if (lane) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const key = event.dataTransfer.getData(TYPE);
  const lane = laneOf(event.target);
  if (!key || !lane) return;
  event.preventDefault();
  press(`send/${key}/${lane.sector}/1`);
});
document.addEventListener("dragend", () => show(null));

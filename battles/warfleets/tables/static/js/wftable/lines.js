// What is being ordered, as a line of the notation.
import { asked, called } from "./table.js";

const FLIES = { "fly-move": "move", "fly-cruise": "cruise" };

const inches = (length) => `${length < 0 ? "-" : ""}${Math.floor(Math.abs(length) / 100)}.${String(Math.abs(length) % 100).padStart(2, "0")}`;
const degrees = (tenths) => String(tenths / 10);
const at = ([x, y]) => `${inches(x)},${inches(y)}`;
const turned = (turn) => `${turn < 0 ? "L" : "R"}${degrees(Math.abs(turn))}`;
const pivot = ({ before, turn }) => (turn ? ` pivot ${inches(before)} ${turned(turn)}` : "");

const LINES = {
  hold: ({ turn }) => `hold${turn ? ` pivot ${turned(turn)}` : ""}`,
  move: (choice) => `move${pivot(choice)}`,
  cruise: (choice) => `cruise${pivot(choice)}`,
  go: (choice) => `move${pivot(choice)}`,
  ram: (choice) => `ram ${called(choice.target)}${pivot(choice)}`,
  repair: ({ target }) => `repair ${called(target)}`,
  pull: ({ target }) => `pull ${called(target)}`,
  mine: ({ place }) => `mine ${at(place)}`,
  aside: ({ place }) => `aside ${at(place)}`,
  return: ({ place, heading }) => `return ${at(place)} heading ${degrees(heading)}`,
  deploy: ({ place, heading, ahead }) => `deploy ${at(place)} heading ${degrees(heading)}${ahead ? ` ahead ${inches(ahead)}` : ""}`,
};

/** The order of a choice; "" if something is still to be chosen. */
export function lineOf(choice) {
  const { action, model, place, target, by, piece, heading } = choice;
  if (action === "marker") return place ? `marker ${at(place)}` : "";
  if (action === "enough") return action;
  if (action === "done") return `${called(asked().model)} done`;
  if (action === "lay") return place && piece ? `lay ${piece} ${at(place)} heading ${degrees(heading)}` : "";
  if (FLIES[action]) return by.length ? `${called(model)} fly ${FLIES[action]} ${by.map(at).join(" ")}` : "";
  if (!action || model === null) return "";
  if (["ram", "repair", "pull"].includes(action) && target === null) return "";
  if (["mine", "aside", "return", "deploy"].includes(action) && !place) return "";
  return `${called(model)} ${LINES[action]?.(choice) ?? action}`;
}

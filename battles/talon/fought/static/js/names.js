// Places the words on a board: damage first, one number above another, then the names of ships below, above or beside
// them, so that none overlaps another, a ship or a number.
const PLACES = [[0, 33, "middle"], [0, -23, "middle"], [23, 4, "start"], [-23, 4, "end"]];
// For one that matters: to one side of the place below or above, at an edge of the board, or farther away.
const MORE = [[18, 33, "end"], [-18, 33, "start"], [18, -23, "end"], [-18, -23, "start"], [0, 50, "middle"], [0, -40, "middle"]];
// And where nothing else is free, farther away the larger the letters are.
const FAR = [[23, 40, "start"], [-23, 40, "end"], [23, -30, "start"], [-23, -30, "end"], [0, 66, "middle"], [0, -56, "middle"]];
const LEAST = 11; // of the drawing's units
const LEGIBLE = 12; // pixels
const GAP = 2;
const STEPS = 4; // in which damage moves up by its own height
const pen = document.createElement("canvas").getContext("2d");

const overlap = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
const inside = (one, whole) => one[0] >= whole[0] && one[1] >= whole[1] && one[2] <= whole[2] && one[3] <= whole[3];
const ship = ({ x, y }) => [x - 18, y - 18, x + 18, y + 23];

// The size of letters in the drawing, so that they are legible on the screen.
export function sizeOf(scale) {
  return Math.max(LEAST, LEGIBLE / scale);
}

function label({ x, y, words }, [right, down, anchor], size) {
  pen.font = `600 ${size}px ${getComputedStyle(document.body).getPropertyValue("--face-tech") || "sans-serif"}`;
  const width = pen.measureText(words).width + 2 * GAP;
  const more = size - LEAST; // larger letters stand lower below a ship, and no closer to it above
  const beside = Math.abs(down) < LEAST;
  const [dx, dy] = [right, down + (beside ? more / 3 : down > 0 ? more * 0.75 : 0)];
  const left = x + dx - { middle: width / 2, start: GAP, end: width - GAP }[anchor];
  const box = [left, y + dy - size * 0.85 - GAP, left + width, y + dy + size * 0.25 + GAP];
  return { x, y, dx, dy, anchor, box };
}

const raised = ([left, top, right, bottom], by) => [left, top - by, right, bottom - by];

// Sets texts of damage in letters of a size. One that would lie on another moves up, or down where the board ends.
// Returns the box of each.
export function stacked(texts, { size, whole }) {
  const taken = [];
  for (const text of texts) {
    text.style.fontSize = `${size}px`;
    text.removeAttribute("transform");
    const { x, y, width, height } = text.getBBox();
    const aside = Math.max(whole[0] - x, 0) || Math.min(whole[2] - x - width, 0);
    const box = [x + aside - GAP, y, x + aside + width + GAP, y + height];
    const free = (by) => !taken.some((other) => overlap(raised(box, by), other));
    const steps = Array.from({ length: STEPS * texts.length }, (_none, step) => (step * height) / STEPS);
    const up = steps.find((by) => box[1] - by >= whole[1] && free(by)) ?? -(steps.find((by) => free(-by)) ?? 0);
    text.setAttribute("transform", `translate(${aside} ${-up})`);
    taken.push(raised(box, up));
  }
  return taken;
}

// The place of each name that has room, by the ship's number. Those of higher rank come first, and may cover a ship.
// No name covers what is `written` already, as boxes.
export function placed(names, { size, whole, written = [] }) {
  const found = new Map();
  const far = FAR.map(([right, down, anchor]) => [(right * size) / LEAST, (down * size) / LEAST, anchor]);
  for (const name of [...names].sort((one, other) => other.rank - one.rank)) {
    const labels = [...PLACES, ...(name.rank ? [...MORE, ...far] : [])].map((place) => label(name, place, size));
    const ships = names.filter((other) => other !== name).map(ship);
    const taken = [...written, ...[...found.values()].map(({ box }) => box)];
    const free = (around) => labels.find(({ box }) => inside(box, whole) && !around.some((other) => overlap(box, other)));
    const best = free([...taken, ...ships]) ?? (name.rank ? free(taken) : undefined) ?? (name.rank > 1 ? labels[0] : undefined);
    if (best) found.set(name.number, best);
  }
  return found;
}

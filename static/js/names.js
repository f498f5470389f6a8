// Places the names of ships on a board below, above or beside them, so that none overlaps another or a ship.
const PLACES = [[0, 33, "middle"], [0, -23, "middle"], [23, 4, "start"], [-23, 4, "end"]];
const LEAST = 11; // of the drawing's units
const LEGIBLE = 12; // pixels
const GAP = 2;
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
  const [dx, dy] = [right, down + (anchor !== "middle" ? more / 3 : down > 0 ? more * 0.75 : 0)];
  const left = x + dx - { middle: width / 2, start: GAP, end: width - GAP }[anchor];
  const box = [left, y + dy - size * 0.85 - GAP, left + width, y + dy + size * 0.25 + GAP];
  return { x, y, dx, dy, anchor, box };
}

// The place of each name that has room, by the ship's number. Those of higher rank come first, and may cover a ship.
export function placed(names, { size, whole }) {
  const found = new Map();
  for (const name of [...names].sort((one, other) => other.rank - one.rank)) {
    const labels = PLACES.map((place) => label(name, place, size));
    const ships = names.filter((other) => other !== name).map(ship);
    const taken = [...found.values()].map(({ box }) => box);
    const free = (around) => labels.find(({ box }) => inside(box, whole) && !around.some((other) => overlap(box, other)));
    const best = free([...taken, ...ships]) ?? (name.rank ? free(taken) : undefined) ?? (name.rank > 1 ? labels[0] : undefined);
    if (best) found.set(name.number, best);
  }
  return found;
}

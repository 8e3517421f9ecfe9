// The atlas: a slice as a picture with one pixel a position, into which the solution floods ply by ply, as the solver has found it.
//
// The square of the first piece chooses a part of the picture that is arranged as the board, the square of the second a part of
// that part, and the square of a third a pixel. The squares where a piece never stands are left out.

import { address, ask, element, moves } from "./common.js";
import { counted } from "./words.js";

// The values of entries without a position and without a depth.
const [ABSENT, UNKNOWN] = [-32768, 32767];

// The share of a part of the picture that the squares of a piece fill at least.
const FULL = 0.8;

// The time in which the solution floods in, in milliseconds.
const FLOOD = 6000;

// The parts of a page that show a slice. `open` takes a position.
export async function atlas(game, slice, open) {
  const found = await ask(address(`/api/${game.game}/atlas`, { slice }));
  return new Atlas(game, found, open).parts();
}

class Atlas {
  game;
  found;
  open;
  // The pieces in the order of the axes, by their numbers.
  axes;
  canvas = element("canvas", { class: "atlas", role: "img" });
  // By pixel, the number of the entry that it shows.
  entries = new Int32Array(0);
  // The greatest depth, and the depth up to which the solution is shown.
  deepest = 0;
  shown = 0;

  constructor(game, found, open) {
    this.game = game;
    this.found = found;
    this.open = open;
    this.axes = this.spread();
    this.deepest = [...depths(found.values)].reduce((most, plies) => Math.max(most, plies), 0);
    this.shown = this.deepest;
  }

  // The squares on which each piece stands.
  used() {
    const { pieces, squares, values } = this.found;
    const used = pieces.map(() => new Set());
    values.forEach((value, entry) => value !== ABSENT && used.forEach((set, piece) => set.add(squares[entry * pieces.length + piece])));
    return used;
  }

  // The pieces, those that stand on the most squares first.
  spread() {
    const used = this.used();
    return used.map((_, piece) => piece).sort((one, other) => used[other].size - used[one].size);
  }

  parts() {
    const { pieces, slice, values } = this.found;
    const about = element("p", { class: "hover" }, `${counted(values.filter((value) => value !== ABSENT).length, "position")}, one pixel each.`);
    const slider = element("input", { type: "range", min: "0", max: String(this.deepest), value: String(this.deepest), "aria-label": "Plies" });
    const label = element("span", {}, "");
    const show = (plies) => {
      this.shown = plies;
      slider.value = String(plies);
      label.textContent = ` up to ${counted(plies, "ply", "plies")}`;
      this.paint();
    };
    slider.addEventListener("input", () => show(Number(slider.value)));
    const run = element("button", { type: "button", onclick: () => this.flood(show) }, "Solve");
    const axis = (number) => {
      const box = element("select", {}, ...pieces.map((name, piece) => element("option", { value: String(piece) }, name)));
      box.value = String(this.axes[number]);
      box.addEventListener("change", () => {
        const other = this.axes.indexOf(Number(box.value));
        [this.axes[number], this.axes[other]] = [this.axes[other], this.axes[number]];
        boxes.forEach((box, place) => (box.value = String(this.axes[place])));
        this.layOut();
        this.paint();
      });
      return box;
    };
    const boxes = pieces.slice(0, 2).map((_, number) => axis(number));
    const at = (event) => {
      const { left, top, width } = this.canvas.getBoundingClientRect();
      const pixel = (place) => Math.floor((place * this.canvas.width) / width);
      return this.entries[pixel(event.clientY - top) * this.canvas.width + pixel(event.clientX - left)] ?? -1;
    };
    this.canvas.addEventListener("pointermove", (event) => (about.textContent = this.told(at(event))));
    this.canvas.addEventListener("click", async (event) => {
      const entry = at(event);
      if (entry >= 0) {
        const { position } = await ask(address(`/api/${this.game.game}/atlas`, { slice, entry }));
        this.open(position);
      }
    });
    this.canvas.setAttribute("aria-label", `The positions of ${slice} by the squares of their pieces`);
    this.layOut();
    show(this.deepest);
    const names = boxes.map((box, number) => element("label", {}, ["Board by ", "in it "][number], box));
    return [
      element("h4", {}, `Looking backwards: ${slice}`),
      element("p", { class: "buttons" }, ...names, run, slider, label),
      this.canvas,
      about,
    ];
  }

  // Gives each entry its pixel.
  layOut() {
    const { pieces, squares, values } = this.found;
    const used = this.used();
    const grids = this.axes.slice(0, 3).map((piece) => ({ piece, ...this.grid(used[piece]) }));
    this.canvas.width = grids.reduce((width, { columns }) => width * columns, 1);
    this.canvas.height = grids.reduce((height, { rows }) => height * rows, 1);
    this.canvas.style.setProperty("width", `min(100%, ${(70 * this.canvas.width) / this.canvas.height}vh)`);
    this.entries = new Int32Array(this.canvas.width * this.canvas.height).fill(-1);
    for (let entry = 0; entry < values.length; entry += 1) {
      if (values[entry] !== ABSENT) {
        let [x, y] = [0, 0];
        for (const { piece, columns, rows, place } of grids) {
          const [column, row] = place.get(squares[entry * pieces.length + piece]);
          [x, y] = [x * columns + column, y * rows + row];
        }
        this.entries[y * this.canvas.width + x] = entry;
      }
    }
  }

  // Where each square of a piece is in a part of the picture: row by row, without the squares where it never stands.
  grid(used) {
    const { board } = this.found;
    const rows = new Map();
    for (const square of [...used].sort((one, other) => board[one][1] - board[other][1])) {
      const row = board[square][2];
      rows.set(row, [...(rows.get(row) ?? []), square]);
    }
    const ordered = [...rows.keys()].sort((one, other) => one - other).map((row) => rows.get(row));
    const widest = Math.max(...ordered.map((squares) => squares.length));
    // A corner of a board is packed into a rectangle.
    const isCorner = used.size < FULL * widest * ordered.length;
    const columns = isCorner ? Math.ceil(Math.sqrt(used.size)) : widest;
    const packed = isCorner ? ordered.flat().map((square, number) => [square, [number % columns, Math.floor(number / columns)]]) : null;
    const placed = packed ?? ordered.flatMap((squares, row) => squares.map((square, column) => [square, [column, row]]));
    return { columns, rows: isCorner ? Math.ceil(used.size / columns) : ordered.length, place: new Map(placed) };
  }

  // Paints the values up to a depth.
  paint() {
    const { values } = this.found;
    const context = this.canvas.getContext("2d");
    const image = context.createImageData(this.canvas.width, this.canvas.height);
    const isWhole = this.shown === this.deepest;
    this.entries.forEach((entry, pixel) => {
      image.data.set(entry < 0 ? [0, 0, 0, 0] : this.colour(values[entry], isWhole), 4 * pixel);
    });
    context.putImageData(image, 0, 0);
  }

  // The colour of a value: green for a win and red for a loss, darker the farther it is, and light for a draw.
  colour(value, isWhole) {
    const plies = Math.abs(value) - 1;
    if (value === 0 || (Math.abs(value) !== UNKNOWN && plies > this.shown)) {
      return isWhole ? [222, 214, 196, 255] : [128, 124, 116, 70];
    }
    const far = Math.abs(value) === UNKNOWN ? 0.5 : plies / Math.max(1, this.deepest);
    const light = 1 - 0.75 * far;
    return value > 0 ? [60 * light, 40 + 160 * light, 70 * light, 255] : [60 + 180 * light, 50 * light, 45 * light, 255];
  }

  told(entry) {
    const value = this.found.values[entry];
    if (entry < 0 || value === undefined) {
      return "";
    }
    const { pieces, squares, board } = this.found;
    const where = pieces.map((name, piece) => `${name} ${board[squares[entry * pieces.length + piece]][0]}`).join(", ");
    const depth = Math.abs(value) === UNKNOWN ? "" : ` in ${counted(Math.abs(value) - 1, "ply", "plies")}`;
    return `${where}: ${value === 0 ? "draw" : `${value > 0 ? "win" : "loss"}${depth}`}`;
  }

  // Lets the solution flood in.
  flood(show) {
    const begun = performance.now();
    const frame = (now) => {
      const share = moves() ? Math.min(1, (now - begun) / FLOOD) : 1;
      show(Math.round(share * this.deepest));
      if (share < 1 && this.canvas.isConnected) {
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
  }
}

// The depths of values that have one.
function* depths(values) {
  for (const value of values) {
    if (value !== ABSENT && value !== 0 && Math.abs(value) !== UNKNOWN) {
      yield Math.abs(value) - 1;
    }
  }
}

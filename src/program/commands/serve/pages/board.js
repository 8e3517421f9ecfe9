// The board: moves by click, by drag and by keyboard, marks with values, arrows, and drawings of one's own.

import { pointer } from "./arrows.js";
import { at, drawing, element } from "./common.js";
import { box, middle, Pieces } from "./pieces.js";

// How far a pointer moves, in pixels, before it drags a piece.
const DRAG = 6;

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const first = (move) => move.touched[0];
const last = (move) => move.touched.at(-1);

export class Board {
  /** @type {any} */ root;
  page;
  pieces;
  // The legal moves, whether their values are marked, and whether a position is set up.
  moves = [];
  marked = false;
  placing = false;
  // The squares by name, and the one that is chosen.
  places = new Map();
  chosen = null;
  // A piece that is dragged, whether a drag has just ended, and whether it was put down on a square.
  /** @type {any} */ drag = null;
  dragged = false;
  dropped = false;
  // The moves that arrows show, and the squares of the move that is looked at.
  hints = [];
  looked = null;
  // The drawings of one's own, by their squares, and the one in the making; the squares of a map by name.
  drawings = new Map();
  /** @type {any} */ sketch = null;
  tints = new Map();

  // `page` has what is done: `play` takes a move that was made on the board, `short` a value in a few characters, `told` a value
  // in words, `lift` the square of a piece that is chosen, or null. While a position is set up, `put` takes the name of a square,
  // and `carry` a piece from one square to another, or to null.
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.pieces = new Pieces(root);
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    // A piece is dragged off the board, too.
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.release(event));
    addEventListener("pointercancel", () => this.letGo());
    root.addEventListener("keydown", (event) => this.key(event));
    at("choice").addEventListener("keydown", (event) => event.key === "Escape" && this.dismiss());
    new ResizeObserver(() => this.measure()).observe(root);
  }

  // Shows a board. `moves` are the legal moves, best first; their values are marked if `marked` is set. While a position is set
  // up, `placing` is set, and squares take pieces. `path` has the squares by which a piece has come, and `check` names the square
  // of a king in check.
  show(svg, moves, { marked = false, placing = false, path = [], check = null } = {}) {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.getAttribute("data-place") : null;
    const made = this.pieces.draw(svg, this.dropped ? [] : path);
    const usable = moves.filter((move) => move.touched.length);
    Object.assign(this, { moves: usable, marked, placing, chosen: null, drag: null, looked: null, dropped: false });
    this.tints.clear();
    this.places = new Map();
    for (const place of made.querySelectorAll(":scope > [data-place]")) {
      const title = place.querySelector("title");
      const label = place.querySelector(".piece") ? title?.textContent.split(",")[0] : null;
      this.places.set(place.dataset.place, { place, label: label ?? `${place.dataset.place}: empty` });
      if (!title) {
        place.prepend(drawing("title"));
      }
      place.setAttribute("role", "button");
      place.setAttribute("tabindex", "-1");
      // A finger scrolls the page where it cannot drag a piece.
      place.classList.toggle("movable", this.isMovable(place.dataset.place));
      place.classList.toggle("check", place.dataset.place === check);
    }
    const names = [...this.places.keys()];
    const start = this.places.has(focused) ? focused : names.find((name) => this.from(name).length) ?? names[0];
    this.enter(start);
    this.mark();
    this.measure();
    if (this.places.has(focused) && document.activeElement.getAttribute("data-place") !== focused) {
      this.places.get(focused).place.focus();
    }
  }

  // Tells the style the size of a pixel in the units of the picture, and the shape of the picture.
  measure() {
    const svg = this.root.firstChild;
    if (svg) {
      const { width, height } = svg.viewBox.baseVal;
      this.root.style.setProperty("--ratio", width / height);
      this.root.style.setProperty("--unit", width / (svg.clientWidth || width));
    }
  }

  // Whether the board is far wider than high.
  isWide() {
    const { width, height } = this.root.firstChild.viewBox.baseVal;
    return width > 1.4 * height;
  }

  // The moves that begin on a square.
  from(name) {
    return this.moves.filter((move) => first(move) === name);
  }

  isMovable(name) {
    const has = this.places.get(name)?.place.querySelector(".piece");
    return Boolean(has && (this.placing || this.from(name).some((move) => move.touched.length > 1)));
  }

  // Makes a square the one that the key Tab leads to.
  enter(name) {
    for (const [other, { place }] of this.places) {
      place.setAttribute("tabindex", other === name ? "0" : "-1");
    }
  }

  focus() {
    this.root.querySelector("[tabindex='0']")?.focus();
  }

  // Chooses a square: a piece, or where it goes.
  choose(name) {
    if (this.placing) {
      this.page.put(name);
      return;
    }
    at("choice").hidden = true;
    const arriving = this.from(this.chosen).filter((move) => move.touched.length > 1 && last(move) === name);
    const alone = this.from(name).filter((move) => move.touched.length === 1);
    if (arriving.length) {
      this.offer(arriving);
    } else if (alone.length) {
      this.offer(alone, this.from(name).length > alone.length ? name : null);
    } else {
      this.lift(name !== this.chosen && (this.from(name).length || this.page.maps(name)) ? name : null);
    }
  }

  // Chooses a piece, or none.
  lift(name) {
    this.chosen = name;
    this.tints.clear();
    this.mark();
    this.page.lift(name);
  }

  // Plays the only one of some moves, or asks which. The piece on a square that is named may also go to another square.
  offer(moves, liftable = null) {
    const choice = at("choice");
    choice.replaceChildren();
    const isSure = moves.length === 1 && liftable === null;
    choice.hidden = isSure;
    if (isSure) {
      this.page.play(moves[0]);
      return;
    }
    const look = (move) => ({ onmouseenter: () => this.look(move.touched), onfocus: () => this.look(move.touched) });
    const button = (move) => element("button", { type: "button", onclick: () => this.take(move), ...look(move) }, move.name);
    const lift = () => {
      choice.hidden = true;
      this.lift(liftable);
      this.focus();
    };
    const lifting = liftable === null ? [] : [element("button", { type: "button", onclick: lift }, `${liftable} to …`)];
    const cancel = element("button", { type: "button", onclick: () => this.dismiss() }, "Cancel");
    choice.append(...moves.map(button), ...lifting, cancel);
    choice.firstChild.focus();
  }

  // Makes none of the moves that were offered.
  dismiss() {
    at("choice").hidden = true;
    this.lift(null);
    this.focus();
  }

  take(move) {
    at("choice").hidden = true;
    this.focus();
    this.page.play(move);
  }

  // Marks what may be chosen: at each piece that can move the value of its best move, and where the chosen piece can go, the values.
  mark() {
    this.root.querySelectorAll(".mark").forEach((mark) => mark.remove());
    for (const [name, { place, label }] of this.places) {
      place.classList.toggle("chosen", name === this.chosen);
      const moves = this.chosen === null ? this.from(name) : this.from(this.chosen).filter((move) => last(move) === name);
      place.setAttribute("aria-pressed", String(name === this.chosen));
      let text = label;
      const tint = this.tints.get(name);
      if (moves.length && !this.placing) {
        const value = this.marked && moves[0].value ? `, ${this.page.told(moves[0])}` : "";
        text += this.chosen === null && moves[0].touched.length > 1 ? `, can move${value}` : `, a move${value}`;
        const tells = this.chosen !== null || (this.marked && moves[0].touched.length === 1 && place.querySelector("rect"));
        const made = () => (tells ? [this.badge(place, moves[0])] : this.shape(place, moves[0]));
        // A map has the value of a piece on a square, which is not the value of a move there.
        const isMapped = tint || (this.tints.size > 0 && this.chosen !== null);
        this.root.firstChild.append(...(isMapped ? [] : made()));
      }
      if (tint) {
        this.root.firstChild.append(this.tint(place, tint));
        text += `, here ${this.page.told(tint)}`;
      }
      place.querySelector("title").textContent = text;
    }
    this.drawArrows();
  }

  // Colours squares by the values of a map, each with the name of its square.
  colour(squares) {
    this.tints = new Map(squares.filter(({ value }) => value).map((square) => [square.square, square]));
    this.mark();
  }

  tint(place, value) {
    const { x, y, width, height } = box(place);
    const text = this.page.short(value);
    return drawing(
      "g",
      { class: `mark tint ${value.value}`, "aria-hidden": "true" },
      drawing("rect", { x, y, width, height }),
      drawing("text", { x: x + width / 2, y: y + height / 2 + 5, "font-size": 14 }, text),
    );
  }

  // A sign in the upper right corner of a square, beside the piece: a disc for a win, a square for a draw, a cross for a loss. Where
  // no value is known, there is none.
  shape(place, move) {
    const { x, y, width } = box(place);
    const [right, top] = [x + width - 7, y + 7];
    const made = {
      win: () => drawing("circle", { cx: right, cy: top, r: 5 }),
      draw: () => drawing("rect", { x: right - 4.5, y: top - 4.5, width: 9, height: 9 }),
      loss: () => drawing("path", { d: `M${right - 4.5} ${top - 4.5}l9 9m0 -9l-9 9` }),
    }[this.marked && move.value];
    return made ? [drawing("g", { class: `mark sign ${move.value}`, "aria-hidden": "true" }, made())] : [];
  }

  // A mark in the middle of an empty square, or in the corner of a full one.
  badge(place, move) {
    const { x, y, width, height } = box(place);
    const text = this.marked ? this.page.short(move) : "•";
    const wide = 9 + 8.5 * text.length;
    const full = place.querySelector(".piece");
    const left = full ? x + width - wide : x + (width - wide) / 2;
    const top = full ? Math.max(0, y - 4) : y + height / 2 - 9;
    const value = (this.marked && move.value) || "unknown";
    return drawing(
      "g",
      { class: `mark ${value}`, "aria-hidden": "true" },
      drawing("rect", { x: left, y: top, width: wide, height: 18, rx: value === "draw" ? 0 : 5 }),
      drawing("text", { x: left + wide / 2, y: top + 13.5, "font-size": 13 }, text),
    );
  }

  // Draws an arrow for each of some moves, the best first; a ring for a move that touches one square.
  arrows(moves) {
    this.hints = moves;
    this.drawArrows();
  }

  // Draws the move that is looked at alone, or the others again.
  look(touched) {
    this.looked = touched;
    this.drawArrows();
  }

  drawArrows() {
    this.root.querySelector(".arrows")?.remove();
    if (this.placing || !this.root.firstChild) {
      return;
    }
    const group = drawing("g", { class: "arrows", "aria-hidden": "true" });
    const hints = this.looked ? [{ touched: this.looked, kind: "looked" }] : this.chosen === null ? this.hints : [];
    const own = [...this.drawings.values(), ...(this.sketch ? [this.sketch] : [])];
    for (const { touched, ...look } of [...[...hints].reverse(), ...own]) {
      const points = touched.filter((name) => this.places.has(name)).map((name) => middle(this.places.get(name).place));
      if (points.length) {
        group.append(pointer(points, look));
      }
    }
    this.root.firstChild.append(group);
  }

  click(event) {
    const place = event.target.closest("[data-place]");
    if (place && !this.dragged) {
      this.enter(place.dataset.place);
      this.choose(place.dataset.place);
    }
    this.dragged = false;
  }

  press(event) {
    this.dragged = false;
    const place = event.target.closest("[data-place]");
    const piece = place?.querySelector(".piece");
    if (place && event.button === 2 && !this.placing) {
      const kind = event.shiftKey ? "own-red" : event.altKey ? "own-blue" : "own-green";
      this.sketch = { from: place.dataset.place, touched: [place.dataset.place], kind };
      return;
    }
    if (event.button === 0 && this.drawings.size) {
      this.drawings.clear();
      this.drawArrows();
    }
    if (piece && event.button === 0 && this.isMovable(place.dataset.place)) {
      this.drag = { piece, name: place.dataset.place, x: event.clientX, y: event.clientY, moved: false };
    }
  }

  // The piece that is dragged is drawn last, so that no square covers it.
  move(event) {
    if (this.sketch) {
      const to = this.under(event);
      this.sketch.touched = to && to !== this.sketch.from ? [this.sketch.from, to] : [this.sketch.from];
      this.drawArrows();
    }
    if (!this.drag) {
      return;
    }
    const [right, down] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
    if (!this.drag.moved && Math.hypot(right, down) > DRAG) {
      this.drag.moved = true;
      this.drag.ghost = this.drag.piece.cloneNode(true);
      this.drag.ghost.classList.add("dragged");
      this.drag.piece.classList.add("left");
      if (!this.placing) {
        this.chosen = this.drag.name;
        this.mark();
      }
      this.root.firstChild.append(this.drag.ghost);
    }
    if (this.drag.moved) {
      const scale = 1 / this.root.firstChild.getScreenCTM().a;
      this.drag.ghost.setAttribute("transform", `translate(${right * scale} ${down * scale})`);
      this.target(this.under(event));
    }
  }

  // Marks the square below a piece that is dragged.
  target(name) {
    for (const [other, { place }] of this.places) {
      place.classList.toggle("target", other === name);
    }
  }

  // The name of the square under a point of the screen.
  under(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
    return found && this.root.contains(found) ? found.getAttribute("data-place") : null;
  }

  release(event) {
    if (this.sketch) {
      const { touched, kind } = this.sketch;
      const key = touched.join(" ");
      this.sketch = null;
      // The same drawing in the same colour takes it away.
      if (this.drawings.get(key)?.kind === kind) {
        this.drawings.delete(key);
      } else {
        this.drawings.set(key, { touched, kind });
      }
      this.drawArrows();
      return;
    }
    const { moved, name } = this.drag ?? {};
    this.letGo();
    if (!moved) {
      return;
    }
    this.dragged = true;
    const to = this.under(event);
    if (this.placing) {
      if (to !== name) {
        this.page.carry(name, to);
      }
    } else if (to && to !== name) {
      // The piece is where it was dragged to: it does not glide.
      this.dropped = true;
      this.choose(to);
    }
    // A click follows where the pointer is still on the board.
    setTimeout(() => (this.dragged = false));
  }

  letGo() {
    this.drag?.piece.classList.remove("left");
    this.drag?.ghost?.remove();
    if (this.drag) {
      this.target(null);
    }
    Object.assign(this, { drag: null, sketch: null });
  }

  key(event) {
    const name = event.target.dataset?.place;
    if (!name || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key in DIRECTIONS) {
      const next = this.neighbour(name, DIRECTIONS[event.key]);
      if (next) {
        this.enter(next);
        this.places.get(next).place.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(name);
    } else if (event.key === "Escape") {
      this.lift(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // The nearest square in a direction.
  neighbour(name, [right, down]) {
    const [x, y] = middle(this.places.get(name).place);
    let [best, least] = [null, Infinity];
    for (const [other, { place }] of this.places) {
      const [otherX, otherY] = middle(place);
      const [dx, dy] = [otherX - x, otherY - y];
      const [ahead, aside] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)];
      if (ahead > 1 && ahead + 2 * aside < least) {
        [best, least] = [other, ahead + 2 * aside];
      }
    }
    return best;
  }
}

// The board: moves by click, by drag and by keyboard, and marks with their values.

import { at, drawing, element, short } from "./common.js";

// How far a pointer moves, in pixels, before it drags a piece.
const DRAG = 6;

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const first = (move) => move.touched[0];
const last = (move) => move.touched[move.touched.length - 1];

export class Board {
  // `play` takes a move that was made on the board, `put` the name of a place while a position is set up.
  constructor(root, play, put) {
    Object.assign(this, { root, play, put, moves: [], marked: false, placing: false, chosen: null, drag: null });
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.release(event));
    root.addEventListener("pointercancel", () => this.letGo());
    root.addEventListener("keydown", (event) => this.key(event));
  }

  // Shows a board. `moves` are the legal moves, best first; their values are marked if `marked` is set. While a position is
  // set up, `placing` is set, and places take pieces.
  show(svg, moves, marked, placing = false) {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    const picture = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
    picture.querySelector(":scope > title")?.remove();
    picture.setAttribute("role", "group");
    picture.setAttribute("aria-label", "Board");
    this.root.replaceChildren(picture);
    Object.assign(this, { moves: moves.filter((move) => move.touched.length), marked, placing, chosen: null, drag: null });
    this.places = new Map();
    for (const place of picture.querySelectorAll("[data-place]")) {
      const title = place.querySelector("title");
      this.places.set(place.dataset.place, { place, label: title?.textContent ?? `${place.dataset.place}: empty` });
      if (!title) {
        place.prepend(drawing("title"));
      }
      place.setAttribute("role", "button");
      place.setAttribute("tabindex", "-1");
    }
    const names = [...this.places.keys()];
    const start = this.places.has(focused) ? focused : names.find((name) => this.from(name).length) ?? names[0];
    this.enter(start);
    this.mark();
    if (this.places.has(focused)) {
      this.places.get(focused).place.focus();
    }
  }

  // The moves that begin on a place.
  from(name) {
    return this.moves.filter((move) => first(move) === name);
  }

  // Makes a place the one that the key Tab leads to.
  enter(name) {
    for (const [other, { place }] of this.places) {
      place.setAttribute("tabindex", other === name ? "0" : "-1");
    }
  }

  focus() {
    this.root.querySelector("[tabindex='0']")?.focus();
  }

  // Chooses a place: a piece, or where it goes.
  choose(name) {
    if (this.placing) {
      this.put(name);
      return;
    }
    const arriving = this.from(this.chosen).filter((move) => move.touched.length > 1 && last(move) === name);
    const alone = this.from(name).filter((move) => move.touched.length === 1);
    if (arriving.length || alone.length) {
      this.offer(arriving.length ? arriving : alone);
    } else {
      this.chosen = name !== this.chosen && this.from(name).length ? name : null;
      this.mark();
    }
  }

  // Plays the only one of some moves, or asks which.
  offer(moves) {
    const choice = at("choice");
    choice.replaceChildren();
    choice.hidden = moves.length === 1;
    if (moves.length === 1) {
      this.play(moves[0]);
      return;
    }
    const button = (move) => element("button", { type: "button", onclick: () => this.take(move) }, move.name);
    choice.append(...moves.map(button));
    choice.firstChild.focus();
  }

  take(move) {
    at("choice").hidden = true;
    this.focus();
    this.play(move);
  }

  // Marks what may be chosen, with the best value of its moves.
  mark() {
    this.root.querySelectorAll(".mark").forEach((mark) => mark.remove());
    for (const [name, { place, label }] of this.places) {
      place.classList.toggle("chosen", name === this.chosen);
      const moves = this.chosen === null ? this.from(name) : this.from(this.chosen).filter((move) => last(move) === name);
      place.setAttribute("aria-pressed", String(name === this.chosen));
      let text = label;
      if (moves.length && !this.placing) {
        const said = this.marked && moves[0].text ? `, ${moves[0].text}` : "";
        text += this.chosen === null && moves[0].touched.length > 1 ? `, can move${said}` : `, a move${said}`;
        this.root.firstChild.append(this.badge(place, this.marked ? moves[0] : { value: null }));
      }
      place.querySelector("title").textContent = text;
    }
  }

  // A mark in the upper right corner of a place.
  badge(place, move) {
    const box = place.querySelector("rect, circle").getBBox();
    const text = this.marked ? short(move) : "•";
    const width = 7 + 8.5 * text.length;
    // Beside a point, whose name it must not hide.
    const isPoint = place.querySelector("rect") === null;
    const x = isPoint ? box.x + box.width - 6 : box.x + box.width - width;
    const y = Math.max(0, isPoint ? box.y - 10 : box.y);
    return drawing(
      "g",
      { class: `mark ${move.value ?? "unknown"}`, "aria-hidden": "true" },
      drawing("rect", { x, y, width, height: 16, rx: 4 }),
      drawing("text", { x: x + width / 2, y: y + 12, "font-size": 12 }, text),
    );
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
    if (piece && !this.placing && event.pointerType === "mouse" && this.from(place.dataset.place).length) {
      this.drag = { piece, name: place.dataset.place, x: event.clientX, y: event.clientY, moved: false };
    }
  }

  move(event) {
    if (!this.drag) {
      return;
    }
    const [right, down] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
    if (!this.drag.moved && Math.hypot(right, down) > DRAG) {
      this.drag.moved = true;
      this.root.setPointerCapture(event.pointerId);
      this.drag.piece.classList.add("dragged");
      this.chosen = this.drag.name;
      this.mark();
    }
    if (this.drag.moved) {
      const picture = this.root.firstChild;
      const scale = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
      this.drag.piece.setAttribute("transform", `translate(${right * scale} ${down * scale})`);
    }
  }

  release(event) {
    const { moved, name } = this.drag ?? {};
    this.letGo();
    if (!moved) {
      return;
    }
    this.dragged = true;
    const to = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
    if (to && to.dataset.place !== name) {
      this.choose(to.dataset.place);
    }
  }

  letGo() {
    this.drag?.piece.classList.remove("dragged");
    this.drag?.piece.removeAttribute("transform");
    this.drag = null;
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
      this.chosen = null;
      this.mark();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // The nearest place in a direction.
  neighbour(name, [right, down]) {
    const middle = (name) => {
      const box = this.places.get(name).place.querySelector("rect, circle").getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(name);
    let [best, least] = [null, Infinity];
    for (const other of this.places.keys()) {
      const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
      const [ahead, aside] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)];
      if (ahead > 1 && ahead + 2 * aside < least) {
        [best, least] = [other, ahead + 2 * aside];
      }
    }
    return best;
  }
}

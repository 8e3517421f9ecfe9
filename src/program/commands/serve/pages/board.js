// The board: moves by click, by drag and by keyboard, marks with values, and arrows.

import { at, drawing, element, picture, short } from "./common.js";

// How far a pointer moves, in pixels, before it drags a piece.
const DRAG = 6;

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const first = (move) => move.touched[0];
const last = (move) => move.touched[move.touched.length - 1];

export class Board {
  // `play` takes a move that was made on the board. While a position is set up, `put` takes the name of a place, and `carry`
  // a piece from one place to another, or to null.
  constructor(root, play, put, carry) {
    const empty = { moves: [], marked: false, placing: false, chosen: null, drag: null, hints: [] };
    Object.assign(this, { root, play, put, carry, ...empty });
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("pointerdown", (event) => this.press(event));
    // A piece is dragged off the board, too.
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.release(event));
    addEventListener("pointercancel", () => this.letGo());
    root.addEventListener("keydown", (event) => this.key(event));
    at("choice").addEventListener("keydown", (event) => event.key === "Escape" && this.dismiss());
  }

  // Shows a board. `moves` are the legal moves, best first; their values are marked if `marked` is set. While a position is
  // set up, `placing` is set, and places take pieces.
  show(svg, moves, marked, placing = false) {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    const made = picture(svg);
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", "Board");
    this.root.replaceChildren(made);
    Object.assign(this, { moves: moves.filter((move) => move.touched.length), marked, placing, chosen: null, drag: null });
    this.places = new Map();
    for (const place of made.querySelectorAll("[data-place]")) {
      const title = place.querySelector("title");
      this.places.set(place.dataset.place, { place, label: title?.textContent ?? `${place.dataset.place}: empty` });
      if (!title) {
        place.prepend(drawing("title"));
      }
      place.setAttribute("role", "button");
      place.setAttribute("tabindex", "-1");
      // A finger scrolls the page where it cannot drag a piece.
      place.classList.toggle("movable", this.isMovable(place.dataset.place));
    }
    const names = [...this.places.keys()];
    const start = this.places.has(focused) ? focused : names.find((name) => this.from(name).length) ?? names[0];
    this.enter(start);
    this.mark();
    if (this.places.has(focused)) {
      this.places.get(focused).place.focus();
    }
  }

  // Whether the board is far wider than high.
  isWide() {
    const { width, height } = this.root.firstChild.viewBox.baseVal;
    return width > 1.4 * height;
  }

  // The moves that begin on a place.
  from(name) {
    return this.moves.filter((move) => first(move) === name);
  }

  isMovable(name) {
    const has = this.places.get(name)?.place.querySelector(".piece");
    return Boolean(has && (this.placing || this.from(name).some((move) => move.touched.length > 1)));
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
    at("choice").hidden = true;
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
    choice.append(...moves.map(button), element("button", { type: "button", onclick: () => this.dismiss() }, "Cancel"));
    choice.firstChild.focus();
  }

  // Makes none of the moves that were offered.
  dismiss() {
    at("choice").hidden = true;
    this.chosen = null;
    this.mark();
    this.focus();
  }

  take(move) {
    at("choice").hidden = true;
    this.focus();
    this.play(move);
  }

  // Marks what may be chosen: a dot beside each piece that can move, and where the chosen piece can go, the values.
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
        const tells = this.chosen !== null || (this.marked && moves[0].touched.length === 1 && place.querySelector("rect"));
        this.root.firstChild.append(tells ? this.badge(place, moves[0]) : this.dot(place, moves[0]));
      }
      place.querySelector("title").textContent = text;
    }
    this.drawArrows();
  }

  // The box of a place, without its piece: from its attributes, which needs no layout.
  box(place) {
    const shape = place.querySelector("rect, circle");
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(shape.getAttribute(name)));
    const [middleX, middleY, radius] = ["cx", "cy", "r"].map((name) => Number(shape.getAttribute(name)));
    return radius ? { x: middleX - radius, y: middleY - radius, width: 2 * radius, height: 2 * radius } : { x, y, width, height };
  }

  // A dot in the upper right corner of a place, beside the piece.
  dot(place, move) {
    const { x, y, width } = this.box(place);
    const value = (this.marked && move.value) || "unknown";
    return drawing("circle", { class: `mark ${value}`, "aria-hidden": "true", cx: x + width - 6, cy: y + 6, r: 4 });
  }

  // A mark in the middle of an empty place, or in the corner of a full one.
  badge(place, move) {
    const { x, y, width, height } = this.box(place);
    const text = this.marked ? short(move) : "•";
    const wide = 9 + 8.5 * text.length;
    const full = place.querySelector(".piece");
    const left = full ? x + width - wide : x + (width - wide) / 2;
    const top = full ? Math.max(0, y - 4) : y + height / 2 - 9;
    const value = (this.marked && move.value) || "unknown";
    return drawing(
      "g",
      { class: `mark ${value}`, "aria-hidden": "true" },
      drawing("rect", { x: left, y: top, width: wide, height: 18, rx: 5 }),
      drawing("text", { x: left + wide / 2, y: top + 13.5, "font-size": 13 }, text),
    );
  }

  // Draws an arrow for each of some moves, the best first; a ring for a move that touches one place.
  arrows(moves) {
    this.hints = moves;
    this.drawArrows();
  }

  drawArrows() {
    this.root.querySelector(".arrows")?.remove();
    if (this.placing || this.chosen !== null || !this.root.firstChild) {
      return;
    }
    const group = drawing("g", { class: "arrows", "aria-hidden": "true" });
    [...this.hints].reverse().forEach(({ touched, rank }) => {
      const points = touched.filter((name) => this.places.has(name)).map((name) => this.middle(name));
      if (points.length) {
        group.append(points.length > 1 ? arrow(points, rank) : ring(points[0], rank));
      }
    });
    this.root.firstChild.append(group);
  }

  middle(name) {
    const { x, y, width, height } = this.box(this.places.get(name).place);
    return [x + width / 2, y + height / 2];
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
    if (piece && event.button === 0 && this.isMovable(place.dataset.place)) {
      this.drag = { piece, name: place.dataset.place, x: event.clientX, y: event.clientY, moved: false };
    }
  }

  // The piece that is dragged is drawn last, so that no place covers it.
  move(event) {
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
      const scale = this.scale();
      this.drag.ghost.setAttribute("transform", `translate(${right * scale} ${down * scale})`);
    }
  }

  // The units of the picture in a pixel of the screen.
  scale() {
    return 1 / this.root.firstChild.getScreenCTM().a;
  }

  // The name of the place under a point of the screen.
  under(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
    return found && this.root.contains(found) ? found.dataset.place : null;
  }

  release(event) {
    const { moved, name } = this.drag ?? {};
    this.letGo();
    if (!moved) {
      return;
    }
    this.dragged = true;
    const to = this.under(event);
    if (this.placing) {
      if (to !== name) {
        this.carry(name, to);
      }
    } else if (to && to !== name) {
      this.choose(to);
    }
    // A click follows where the pointer is still on the board.
    setTimeout(() => (this.dragged = false));
  }

  letGo() {
    this.drag?.piece.classList.remove("left");
    this.drag?.ghost?.remove();
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
    const [x, y] = this.middle(name);
    let [best, least] = [null, Infinity];
    for (const other of this.places.keys()) {
      const [otherX, otherY] = this.middle(other);
      const [dx, dy] = [otherX - x, otherY - y];
      const [ahead, aside] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)];
      if (ahead > 1 && ahead + 2 * aside < least) {
        [best, least] = [other, ahead + 2 * aside];
      }
    }
    return best;
  }
}

// How far from the middle of its first place an arrow begins: beside a piece.
const BEGIN = 22;

// An arrow through some points, thinner for a lower rank. It begins beside the piece on its first place, and ends before
// the middle of its last place.
function arrow([[startX, startY], ...further], rank) {
  const [nextX, nextY] = further[0];
  const share = BEGIN / (Math.hypot(nextX - startX, nextY - startY) || 1);
  const points = [[startX + share * (nextX - startX), startY + share * (nextY - startY)], ...further];
  const [[fromX, fromY], [x, y]] = points.slice(-2);
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [right, down] = [(x - fromX) / length, (y - fromY) / length];
  const width = 8 - 2 * rank;
  const [baseX, baseY] = [x - right * 20, y - down * 20];
  const side = 9 - rank;
  const head = [
    [x - right * 3, y - down * 3],
    [baseX - down * side, baseY + right * side],
    [baseX + down * side, baseY - right * side],
  ];
  const shaft = [...points.slice(0, -1), [baseX, baseY]];
  return drawing(
    "g",
    { class: `arrow rank-${rank}` },
    drawing("polyline", { points: shaft.join(" "), "stroke-width": width, fill: "none", "stroke-linejoin": "round" }),
    drawing("polygon", { points: head.join(" ") }),
  );
}

function ring([x, y], rank) {
  return drawing("circle", { class: `arrow ring rank-${rank}`, cx: x, cy: y, r: 20, "stroke-width": 5 - rank, fill: "none" });
}

// The picture of a board that stays while positions change: squares that differ are drawn again, pieces glide along the path of
// their move, and what is captured fades.

import { drawing, moves, picture } from "./common.js";

// The time that a piece takes for a step, and that a captured one takes to fade, in milliseconds.
const [STEP, FADE] = [140, 220];

// The drawings of pieces by their markup, each with its number on this page: the server numbers the pieces of a picture.
const kinds = new Map();

// A picture with the same names for the same pieces, whatever else is on the board.
function stable(svg) {
  const made = picture(svg);
  const renamed = new Map();
  for (const piece of made.querySelectorAll("defs > g")) {
    const kind = kinds.get(piece.innerHTML) ?? kinds.set(piece.innerHTML, `kind-${kinds.size}`).get(piece.innerHTML);
    renamed.set(`#${piece.id}`, `#${kind}`);
    piece.id = kind;
  }
  for (const use of made.querySelectorAll("use")) {
    use.setAttribute("href", renamed.get(use.getAttribute("href")));
  }
  return made;
}

export class Pieces {
  /** @type {any} */ root;
  // The parts of the picture as the server has drawn them.
  drawn = [];

  constructor(root) {
    this.root = root;
  }

  // Draws a board, and returns the squares that are new: all of them for a board of another size. `path` has the squares by
  // which a piece has come; none if nothing is to move.
  draw(svg, path = []) {
    const made = stable(svg);
    const drawn = [...made.children].map((child) => child.outerHTML);
    const old = this.root.firstChild;
    const isSame = old && old.getAttribute("viewBox") === made.getAttribute("viewBox") && drawn.length === this.drawn.length;
    const gone = isSame && path.length ? this.pieces(old) : new Map();
    if (isSame) {
      this.replace(old, made, drawn);
    } else {
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", "Board");
      this.root.replaceChildren(made);
    }
    this.drawn = drawn;
    if (isSame && path.length) {
      this.animate(path, gone);
    }
    return this.root.firstChild;
  }

  // Puts the content of a square that differs in place of the old one. The square itself stays, with its focus.
  replace(old, made, drawn) {
    const parts = [...made.children];
    [...old.children].slice(0, parts.length).forEach((part, number) => {
      if (drawn[number] === this.drawn[number]) {
        return;
      }
      if (part.localName === "defs") {
        // A piece that fades is on no board any more.
        part.append(...[...parts[number].children].filter(({ id }) => !part.querySelector(`#${id}`)));
      } else if (part.localName === "g" && part.dataset.place === parts[number].dataset.place) {
        part.setAttribute("class", parts[number].getAttribute("class"));
        part.replaceChildren(...parts[number].childNodes);
      } else {
        part.replaceWith(parts[number]);
      }
    });
  }

  // A copy of the piece of each square, by its name.
  pieces(svg) {
    const squares = [...svg.querySelectorAll(":scope > [data-place]")];
    return new Map(squares.map((square) => [square.dataset.place, square.querySelector(".piece")?.cloneNode(true) ?? null]));
  }

  // Lets the piece at the end of a path glide along it, and fades the pieces that are gone.
  animate(path, gone) {
    const svg = this.root.firstChild;
    const square = (name) => svg.querySelector(`:scope > [data-place="${CSS.escape(name)}"]`);
    const squares = path.map(square);
    const piece = squares.at(-1)?.querySelector(".piece");
    if (!moves() || squares.includes(null)) {
      return;
    }
    const layer = drawing("g", { class: "moving", "aria-hidden": "true" });
    const over = (copy, keyframes, duration, end) => {
      layer.append(copy);
      copy.animate(keyframes, { duration, easing: "ease-in-out", fill: "forwards" }).finished.then(end, end);
    };
    for (const [name, before] of gone) {
      const now = square(name)?.querySelector(".piece");
      const isLost = before && !path.includes(name) && !now;
      const isTaken = before && name === path.at(-1) && path.length > 1;
      if (isLost || isTaken) {
        over(before, [{ opacity: 1 }, { opacity: 0 }], FADE, () => before.remove());
      }
    }
    if (piece && squares.length > 1) {
      const [x, y] = middle(squares.at(-1));
      const frames = squares.map(middle).map(([left, top]) => ({ transform: `translate(${left - x}px, ${top - y}px)` }));
      const copy = piece.cloneNode(true);
      // The piece itself is unseen until its copy has arrived: no square covers the copy.
      piece.classList.add("arriving");
      over(copy, frames, STEP * (frames.length - 1), () => {
        copy.remove();
        piece.classList.remove("arriving");
      });
    }
    svg.append(layer);
    Promise.allSettled(layer.getAnimations({ subtree: true }).map((animation) => animation.finished)).then(() => layer.remove());
  }
}

// The box of a square, without its piece: from its attributes, which needs no layout.
export function box(square) {
  const shape = square.querySelector("rect, circle");
  const number = (name) => Number(shape.getAttribute(name));
  const radius = number("r");
  return radius
    ? { x: number("cx") - radius, y: number("cy") - radius, width: 2 * radius, height: 2 * radius }
    : { x: number("x"), y: number("y"), width: number("width"), height: number("height") };
}

export function middle(square) {
  const { x, y, width, height } = box(square);
  return [x + width / 2, y + height / 2];
}

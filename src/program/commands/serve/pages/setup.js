// Setting up a position: pieces from a tray, the side to move, or the position as text. A position that the game has is on
// the board at once, with its values and moves.

import { ask, at, coded, element, picture, theme } from "./common.js";
import { sentence } from "./words.js";

export class Setup {
  game;
  page;
  // The number of the chosen piece of the tray; the request so far, and its number.
  kind = 0;
  /** @type {any} */ wanted = {};
  request = 0;
  // A text that is no position, to be mended; the board that is set up, and its position.
  mended = null;
  svg = null;
  shown = null;

  // `page` has what the page does: `current` tells the position, `show` draws a board that takes pieces, `isShown` whether
  // this panel is, `open` opens it, `go` goes to a position, and `under` tells the square under a pointer.
  constructor(game, page) {
    this.game = game;
    this.page = page;
    at("setup-help").replaceChildren(...coded(sentence(game.notation)));
    at("pieces-part").hidden = !game.pieces.length;
    at("pieces").addEventListener("keydown", (event) => this.key(event));
    const choices = [...game.pieces.map(({ name, svg }) => [name, svg]), ["Nothing", null]];
    at("pieces").append(...choices.map(([name, svg], number) => this.choice(name, svg, number)));
    at("rights").append(...game.rights.map((name, number) => this.right(name, number)));
    at("setup-side").append(...game.sides.map((side, number) => element("option", { value: number }, sentence(side))));
    at("setup-side").addEventListener("change", () => this.ask({ side: Number(at("setup-side").value) }));
    // From an empty board, nobody may castle unless the text says so.
    at("setup-clear").addEventListener("click", () => this.ask({ pieces: {}, empty_before: true }));
    at("setup-start").addEventListener("click", () => {
      this.wanted = { position: game.start };
      this.ask({});
    });
    at("setup-form").addEventListener("submit", (event) => this.submit(event));
    this.mark();
  }

  // A right that is granted or not.
  right(name, number) {
    const box = element("input", { type: "checkbox", value: number });
    box.addEventListener("change", () => {
      const boxes = [...at("rights").querySelectorAll("input")];
      this.ask({ rights: boxes.filter((box) => box.checked).map((box) => Number(box.value)) });
    });
    return element("label", {}, box, ` ${name}`);
  }

  // A piece of the tray: it is chosen by a click, and dragged to the board.
  choice(name, svg, number) {
    /** @type {any} */
    const shown = svg ? picture(svg) : "✕";
    if (svg) {
      shown.setAttribute("aria-label", name);
      shown.setAttribute("aria-hidden", "true");
    }
    const button = element("button", { type: "button", role: "radio", "aria-label": name, title: name }, shown);
    button.addEventListener("click", () => {
      this.kind = number;
      this.mark();
    });
    button.addEventListener("pointerdown", (event) => {
      this.kind = number;
      this.mark();
      if (svg && event.button === 0) {
        this.drag(event, button);
      }
    });
    return button;
  }

  // Follows a piece from the tray until it is put down.
  drag(event, button) {
    const ghost = button.firstChild.cloneNode(true);
    ghost.classList.add("carried");
    const follow = ({ clientX, clientY }) => {
      ghost.style.setProperty("left", `${clientX}px`);
      ghost.style.setProperty("top", `${clientY}px`);
    };
    let moved = false;
    const move = (event) => {
      if (!moved) {
        document.body.append(ghost);
        moved = true;
      }
      follow(event);
    };
    const end = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      ghost.remove();
      const square = moved && event.type === "pointerup" ? this.page.under(event) : null;
      if (square) {
        this.ask({ pieces: { ...this.wanted.pieces, [square]: this.kind } });
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    if (button.hasPointerCapture(event.pointerId)) {
      button.releasePointerCapture(event.pointerId);
    }
  }

  // Marks the chosen piece, which is the one that the key Tab leads to.
  mark() {
    [...at("pieces").children].forEach((button, number) => {
      button.setAttribute("aria-checked", String(number === this.kind));
      button.setAttribute("tabindex", number === this.kind ? "0" : "-1");
    });
  }

  // Chooses the next or the previous piece of the tray.
  key(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step) {
      const buttons = at("pieces").children;
      this.kind = (this.kind + step + buttons.length) % buttons.length;
      this.mark();
      buttons[this.kind].focus();
      event.preventDefault();
      event.stopPropagation();
    }
  }

  tell(text) {
    at("setup-message").replaceChildren(...coded(text));
  }

  // Begins with the position on the board.
  open() {
    this.wanted = { position: this.page.current().position };
    at("setup-text").value = this.mended ?? this.wanted.position;
    this.tell("");
    this.ask(null, this.mended);
    this.mended = null;
  }

  // Begins with the pieces of a text that is no position.
  mend(text) {
    this.mended = text;
    this.page.open();
  }

  // Draws the board again: it was turned, or its position was set up.
  show() {
    if (this.svg && this.shown === this.page.current().position) {
      this.page.show(this.svg);
    } else {
      this.open();
    }
  }

  // Puts the chosen piece on a square, or takes away what is there.
  put(square) {
    const pieces = { ...this.wanted.pieces };
    const remove = this.kind === this.game.pieces.length || pieces[square] === this.kind;
    delete pieces[square];
    this.ask({ pieces: remove ? pieces : { ...pieces, [square]: this.kind } });
  }

  // Carries a piece to another square, or away.
  carry(from, to) {
    const { [from]: kind, ...pieces } = this.wanted.pieces;
    this.ask({ pieces: to === null ? pieces : { ...pieces, [to]: kind } });
  }

  // Sets up the position with a change; null draws the position on the board, from which nothing goes away, or the pieces of a text.
  async ask(change, text = null) {
    if (!this.game.pieces.length) {
      return;
    }
    Object.assign(this.wanted, change ?? {});
    const request = ++this.request;
    try {
      const answer = await ask(`/api/${this.game.game}/setup`, {
        ...this.wanted,
        ...(text === null ? {} : { text, empty_before: true }),
        flip: this.page.current().flipped,
        theme: theme(),
      });
      if (!this.page.isShown() || request !== this.request) {
        return;
      }
      Object.assign(this.wanted, { pieces: answer.pieces, side: answer.side, ...(text === null ? {} : { empty_before: true }) });
      at("setup-side").value = answer.side;
      at("rights").querySelectorAll("input").forEach((box, number) => {
        box.checked = answer.rights[number] === true;
        box.disabled = answer.rights[number] === null;
      });
      at("setup-text").value = text ?? answer.position ?? answer.text ?? "";
      this.tell(answer.error ? `Not a position yet: ${answer.error}.` : "");
      at("material").textContent = this.material(answer.pieces);
      document.body.classList.toggle("stale", Boolean(answer.error));
      Object.assign(this, { svg: answer.svg, shown: answer.position });
      this.page.show(answer.svg);
      if (change && answer.position && answer.position !== this.page.current().position) {
        await this.page.go(answer.position);
      }
    } catch (error) {
      this.tell(error.message);
    }
  }

  // The pieces on the board in words.
  material(pieces) {
    const placed = Object.values(pieces);
    const counts = this.game.pieces.map(({ name }, kind) => [placed.filter((other) => other === kind).length, name]);
    return counts.filter(([count]) => count).map(([count, name]) => `${count} × ${name}`).join(", ") || "none";
  }

  async submit(event) {
    event.preventDefault();
    if (at("setup-text").value.trim() === this.page.current().position) {
      this.tell("This is the position on the board.");
      return;
    }
    try {
      await this.page.go(at("setup-text").value);
    } catch (error) {
      this.tell(error.message);
    }
  }
}

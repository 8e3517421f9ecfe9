// Setting up a position: pieces from a tray, the side to move, or the position as text. A position that the game has is on
// the board at once, with its values and moves.

import { ask, at, coded, element, picture, theme } from "./common.js";

export class Setup {
  // `page` has what the page does: `current` tells the position, `show` draws a board that takes pieces, `isShown` whether
  // this panel is, `go` goes to a position, and `under` tells the place under a pointer.
  constructor(game, page) {
    Object.assign(this, { game, page, kind: 0, wanted: {}, request: 0 });
    at("setup-help").replaceChildren(...coded(game.notation));
    at("pieces-part").hidden = !game.pieces.length;
    at("pieces").addEventListener("keydown", (event) => this.key(event));
    const choices = [...game.pieces.map(({ name, svg }) => [name, svg]), ["Nothing", null]];
    at("pieces").append(...choices.map(([name, svg], number) => this.choice(name, svg, number)));
    at("setup-side").append(...game.sides.map((side, number) => element("option", { value: number }, side)));
    at("setup-side").addEventListener("change", (event) => this.ask({ side: Number(event.target.value) }));
    at("setup-clear").addEventListener("click", () => this.ask({ pieces: {} }));
    at("setup-start").addEventListener("click", () => {
      this.wanted = { position: game.start };
      this.ask({});
    });
    at("setup-form").addEventListener("submit", (event) => this.submit(event));
    this.mark();
  }

  // A piece of the tray: it is chosen by a click, and dragged to the board.
  choice(name, svg, number) {
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
      const place = moved && event.type === "pointerup" ? this.page.under(event) : null;
      if (place) {
        this.ask({ pieces: { ...this.wanted.pieces, [place]: this.kind } });
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    button.releasePointerCapture?.(event.pointerId);
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
    at("setup-text").value = this.wanted.position;
    this.tell("");
    this.ask(null);
  }

  // Draws the board again: it was turned, or its position was set up.
  show() {
    if (this.svg && this.at === this.page.current().position) {
      this.page.show(this.svg);
    } else {
      this.open();
    }
  }

  // Puts the chosen piece on a place, or takes away what is there.
  put(place) {
    const pieces = { ...this.wanted.pieces };
    const remove = this.kind === this.game.pieces.length || pieces[place] === this.kind;
    delete pieces[place];
    this.ask({ pieces: remove ? pieces : { ...pieces, [place]: this.kind } });
  }

  // Carries a piece to another place, or away.
  carry(from, to) {
    const { [from]: kind, ...pieces } = this.wanted.pieces;
    this.ask({ pieces: to === null ? pieces : { ...pieces, [to]: kind } });
  }

  // Sets up the position with a change; null draws the position on the board, from which nothing goes away.
  async ask(change) {
    if (!this.game.pieces.length) {
      return;
    }
    Object.assign(this.wanted, change ?? {});
    const request = ++this.request;
    try {
      const answer = await ask(`/api/${this.game.game}/setup`, {
        ...this.wanted,
        flip: this.page.current().flipped,
        theme: theme(),
      });
      if (!this.page.isShown() || request !== this.request) {
        return;
      }
      Object.assign(this.wanted, { pieces: answer.pieces, side: answer.side });
      at("setup-side").value = answer.side;
      at("setup-text").value = answer.position ?? answer.text ?? "";
      this.tell(answer.error ? `Not a position yet: ${answer.error}.` : "");
      at("material").textContent = this.material(answer.pieces);
      document.body.classList.toggle("stale", Boolean(answer.error));
      Object.assign(this, { svg: answer.svg, at: answer.position });
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

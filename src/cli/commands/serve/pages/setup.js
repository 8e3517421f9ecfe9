// Setting up a position: pieces on the board, the side to move, or the position as text.

import { ask, at, element } from "./common.js";

export class Setup {
  // `game` is what the server says about it; `show` draws a board that takes pieces, `go` goes to a position, and `close`
  // draws the board of the game again.
  constructor(game, current, show, go, close) {
    Object.assign(this, { game, current, show, go, close, kind: 0, wanted: {} });
    at("setup-help").textContent = game.notation;
    at("pieces-part").hidden = !game.pieces.length;
    const choices = [...game.pieces.map(({ name, symbol }) => `${symbol} ${name}`), "Nothing"];
    const choice = (text, number) =>
      element(
        "label",
        {},
        element("input", {
          type: "radio", name: "piece", value: number, checked: number === 0, onchange: () => (this.kind = number),
        }),
        ` ${text}`,
      );
    at("pieces").append(...choices.map(choice));
    at("setup-side").append(...game.sides.map((side, number) => element("option", { value: number }, side)));
    at("setup-side").addEventListener("change", (event) => this.ask({ side: Number(event.target.value) }));
    at("setup-clear").addEventListener("click", () => this.ask({ pieces: {} }));
    at("setup-part").addEventListener("toggle", () => (this.isOpen() ? this.open() : this.close()));
    at("setup-form").addEventListener("submit", (event) => this.submit(event));
  }

  isOpen() {
    return at("setup-part").open;
  }

  // Begins with the position on the board.
  open() {
    this.wanted = { position: this.current().position };
    at("setup-text").value = this.wanted.position;
    at("setup-message").textContent = "";
    this.ask({});
  }

  // Puts the chosen piece on a place, or takes away what is there.
  put(place) {
    const pieces = { ...this.wanted.pieces };
    const remove = this.kind === this.game.pieces.length || pieces[place] === this.kind;
    delete pieces[place];
    this.ask({ pieces: remove ? pieces : { ...pieces, [place]: this.kind } });
  }

  async ask(change) {
    if (!this.game.pieces.length) {
      return;
    }
    Object.assign(this.wanted, change);
    try {
      const answer = await ask(`/api/${this.game.game}/setup`, { ...this.wanted, flip: this.current().flipped });
      if (!this.isOpen()) {
        return;
      }
      Object.assign(this.wanted, { pieces: answer.pieces, side: answer.side });
      at("setup-side").value = answer.side;
      at("setup-text").value = answer.position ?? answer.text ?? "";
      at("setup-message").textContent = answer.error ? `Not a position yet: ${answer.error}.` : "";
      at("material").textContent = this.material(answer.pieces);
      this.show(answer.svg);
    } catch (error) {
      at("setup-message").textContent = error.message;
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
    try {
      await this.go(at("setup-text").value);
      at("setup-part").open = false;
    } catch (error) {
      at("setup-message").textContent = error.message;
    }
  }
}

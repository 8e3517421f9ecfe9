// The film: the best line plays by itself, with the plies that are left, and a flash at each move that alone holds the result.

import { at } from "./common.js";
import { conceals, state } from "./state.js";

// The time between two moves, in milliseconds.
const BEAT = 1000;

export class Film {
  game;
  page;
  timer = null;

  // `page` has what the film does: `go` plays a step, and `flash` shows the squares of a move.
  constructor(game, page) {
    this.game = game;
    this.page = page;
  }

  toggle() {
    if (this.timer === null) {
      this.timer = setTimeout(() => this.step(), 0);
      this.follow();
    } else {
      this.stop();
    }
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.follow();
  }

  // Plays the next move of the best line, after a flash if it alone holds the result.
  async step() {
    const { view } = state;
    const [step] = view.line;
    if (!step || conceals()) {
      this.stop();
      return;
    }
    const isOnly = view.holding === 1 && view.moves.length > 1;
    if (isOnly) {
      at("board").classList.add("only");
      this.page.flash(step.touched);
    }
    this.timer = setTimeout(async () => {
      at("board").classList.remove("only");
      if (this.timer !== null && state.view === view && (await this.page.go(step)) && this.timer !== null) {
        this.timer = setTimeout(() => this.step(), BEAT / 2);
      }
    }, isOnly ? BEAT : BEAT / 2);
  }

  // Shows whether the film runs, and the plies that are left.
  follow() {
    const { view } = state;
    const runs = this.timer !== null;
    at("film").disabled = !view?.line.length || conceals();
    at("film").textContent = runs ? "Pause" : "Film";
    at("film").setAttribute("aria-pressed", String(runs));
    at("plies-left").textContent = runs && view ? `${view.plies ?? ""}` : "";
    if (!runs) {
      at("board").classList.remove("only");
    }
  }
}

// Explore: statistics of a slice, and positions of the tables as pictures that open.

import { address, ask, at, coded, element, moves, thumbnail } from "./common.js";
import { counted } from "./words.js";

// The most positions that are shown as pictures.
const SHOWN = 12;

export class Explore {
  game;
  path;
  // The number of the latest request, the slice of the position on the board, and the slices that are solved.
  request = 0;
  here = "";
  solved = null;

  // `open` opens a position.
  constructor(game, open) {
    this.game = game;
    this.path = `/api/${game.game}`;
    at("statistics-part").hidden = game.values === "none";
    at("no-statistics").hidden = game.values !== "none";
    at("zugzwangs").hidden = at("zugzwang-label").hidden = !game.mutual_zugzwangs;
    at("find-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const asked = {
        value: at("find-value").value || null,
        plies: at("find-plies").value.trim() || null,
        zugzwang: at("find-zugzwang").checked,
        quiet: at("find-quiet").checked,
        only_move: at("find-only").checked,
      };
      this.find("Found", asked);
    });
    at("count").addEventListener("click", () => this.attempt(() => this.count()));
    at("longest").addEventListener("click", () => this.find("Longest wins", { value: "win", plies: "max", varied: true }));
    at("zugzwangs").addEventListener("click", () => this.find("Mutual zugzwangs", { zugzwang: true, varied: true }));
    at("hardest").addEventListener("click", () => this.find("Most only moves in a row", { most_only_moves: true, varied: true }));
    at("atlas").addEventListener("click", () => this.attempt(() => this.atlas(open)));
  }

  // The panel is shown.
  async open() {
    if (!at("slices").children.length && this.game.values !== "none") {
      const slices = await ask(`${this.path}/slices`).catch(() => []);
      at("slices").append(...slices.map(({ slice }) => element("option", { value: slice })));
      this.solved = new Set(slices.map(({ slice }) => slice));
      this.offer(this.here);
    }
  }

  // Another position is on the board.
  arrived(view) {
    this.here = view.slice ?? "";
    this.offer(this.here);
  }

  // Offers a slice to be explored, unless it is not solved.
  offer(slice) {
    if (document.activeElement !== at("slice")) {
      at("slice").value = this.solved?.has(slice) === false ? "" : slice;
    }
  }

  // Shows the result of some work, unless more was asked for since.
  async attempt(work) {
    const request = ++this.request;
    const message = (text) => at("statistics-message").replaceChildren(...coded(text));
    message("Counting …");
    try {
      const shown = await work();
      if (request === this.request) {
        at("statistics").replaceChildren(...shown);
        message("");
        const { top } = at("statistics").getBoundingClientRect();
        if (top > innerHeight / 2) {
          at("statistics").scrollIntoView({ block: "start", behavior: moves() ? "smooth" : "instant" });
        }
      }
    } catch (error) {
      if (request === this.request) {
        at("statistics").replaceChildren();
        message(error.message);
      }
    }
  }

  slice() {
    return at("slice").value.trim() || null;
  }

  find(title, asked) {
    return this.attempt(async () => {
      const found = await ask(address(`${this.path}/find`, { slice: this.slice(), ...asked, limit: SHOWN }));
      if (!found.length) {
        return [element("p", {}, "There is none.")];
      }
      const depth = (plies) => (plies === null ? "" : ` in ${counted(plies, "ply", "plies")}`);
      const run = (number) => (number ? `${counted(number, "only move")} in a row, ` : "");
      const shown = found.map(({ position, value, plies, slice, only_moves: only }) =>
        thumbnail(this.game.game, position, `${value}${depth(plies)}`, `${run(only)}${slice}`),
      );
      const count = found.length === SHOWN ? `the first ${SHOWN}` : found.length;
      return [element("h4", {}, `${title}: ${count}`), element("ul", { class: "thumbnails" }, ...shown)];
    });
  }

  // Finds the positions of some depths: a bar of the histogram.
  findDepth(slice, value, plies) {
    at("slice").value = slice;
    at("find-value").value = value;
    at("find-plies").value = plies;
    this.find("Found", { value, plies });
  }

  // What few readers look at is loaded when they do.
  async atlas(open) {
    const { atlas } = await import("./atlas.js");
    return atlas(this.game, this.slice(), open);
  }

  async count() {
    const { histogram } = await import("./histogram.js");
    const rows = await ask(address(`${this.path}/stats`, { slice: this.slice(), histogram: true }));
    return rows.flatMap((row) => this.figures(row, histogram));
  }

  figures(row, histogram) {
    const number = (count) => element("td", { class: "number" }, count.toLocaleString("en"));
    const share = (count) => `${((100 * count) / Math.max(1, row.positions)).toFixed(1)} %`;
    const line = (name, count) =>
      element("tr", {}, element("th", { scope: "row" }, name), number(count), element("td", { class: "number" }, share(count)));
    const longest = [["win", row.longest_win, row.longest_win_position], ["loss", row.longest_loss, row.longest_loss_position]];
    const pictures = longest
      .filter(([, plies]) => plies !== null)
      .map(([name, plies, position]) => thumbnail(this.game.game, position, `Longest ${name}: ${counted(plies, "ply", "plies")}`, ""));
    const rows = [["positions", row.positions], ["won", row.wins], ["lost", row.losses], ["drawn", row.draws]];
    if (row.mutual_zugzwangs !== null) {
      rows.push(["mutual zugzwangs", row.mutual_zugzwangs]);
    }
    return [
      element("h4", {}, row.slice),
      element("div", { class: "wide" }, element("table", {}, element("tbody", {}, ...rows.map((pair) => line(...pair))))),
      ...histogram(row, (value, plies) => this.findDepth(row.slice, value, plies)),
      ...(pictures.length ? [element("ul", { class: "thumbnails" }, ...pictures)] : []),
    ];
  }
}

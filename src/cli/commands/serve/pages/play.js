// Play: an opponent by its strength, clocks, hints, and training with positions of the tables.

import { address, ask, at, element } from "./common.js";

const ABOUT = {
  "": "",
  1: "Looks one ply ahead.",
  2: "Looks two plies ahead.",
  3: "Looks three plies ahead.",
  4: "Looks five plies ahead.",
  5: "Looks seven plies ahead.",
  6: "Plays from the tables: the shortest win, or the longest loss. Where they end, the engine plays.",
};

// The moves in which a task is solved, and the positions among which one is drawn.
const [TASK, CHOICE] = [6, 60];

const TASKS = {
  win: { value: "win", plies: "max" },
  only: { only_move: true },
  draw: { value: "draw", only_move: true },
};

export class Play {
  // `page` has what the page does: `changed`, `say`, `begin`, `best`, `takeBack` and `hint`.
  constructor(game, page) {
    Object.assign(this, { game, page, task: null, solved: 0, tried: 0, times: null, ticking: null });
    const side = (side, number) =>
      element(
        "label",
        {},
        element("input", { type: "checkbox", value: number, checked: number === 1, onchange: () => page.changed() }),
        ` ${side}`,
      );
    at("opponent-sides").append(...game.sides.map(side));
    at("opponent").addEventListener("change", () => {
      at("opponent-about").textContent = ABOUT[at("opponent").value];
      page.changed();
    });
    at("hint").addEventListener("click", () => {
      const step = page.best();
      if (step) {
        page.hint(step);
        page.say(`Hint: ${step.name}.`);
      } else {
        page.say("No move is known yet.");
      }
    });
    at("take-back").addEventListener("click", () => page.takeBack());
    at("clock").addEventListener("change", () => this.setClocks());
    at("training-part").hidden = game.values === "none";
    at("train").addEventListener("click", () => this.train());
  }

  isOn() {
    return at("opponent").value !== "" || this.task !== null;
  }

  // Whether it plays this side.
  plays(side) {
    const boxes = at("opponent-sides").querySelectorAll("input");
    return at("opponent").value !== "" && (boxes[this.game.sides.indexOf(side)]?.checked ?? false);
  }

  reply(position) {
    const [level, seconds] = [at("opponent").value, at("seconds").value];
    return ask(address(`/api/${this.game.game}/reply`, { position, level, seconds }));
  }

  // A position is on the board: the clocks run on, and a task may be solved or failed.
  arrived(items, now, view) {
    this.turn(view);
    const item = items[now];
    if (this.task === null || now === 0 || this.plays(items[now - 1].side)) {
      return;
    }
    const wrong = item.verdict === "mistake" || item.verdict === "blunder";
    this.task -= 1;
    if (wrong || this.task === 0 || view.over) {
      this.solved += wrong ? 0 : 1;
      this.task = null;
      const held = item.heldBy?.slice(0, 3).join(", ");
      at("training-score").textContent = `${wrong ? `Failed: ${held} would have held.` : "Solved!"} ${this.score()}`;
    } else {
      at("training-score").textContent = `Right. ${this.task} more. ${this.score()}`;
    }
  }

  score() {
    return `Score: ${this.solved} of ${this.tried}.`;
  }

  // Begins a task: a position of the tables, against the perfect opponent.
  async train() {
    const message = at("training-score");
    message.textContent = "Looking for a position …";
    try {
      const slices = await ask(`/api/${this.game.game}/slices`);
      const small = slices.filter(({ entries }) => entries < 2e6);
      const { slice } = small[Math.floor(Math.random() * small.length)] ?? {};
      const asked = { slice: slice ?? null, ...TASKS[at("task").value], limit: CHOICE };
      const found = await ask(address(`/api/${this.game.game}/find`, asked));
      if (!found.length) {
        return await this.again(message);
      }
      const { position } = found[Math.floor(Math.random() * found.length)];
      this.misses = 0;
      const view = await ask(address(`/api/${this.game.game}/view`, { position }));
      at("opponent").value = "6";
      at("opponent-about").textContent = ABOUT[6];
      const team = (side) => this.game.teams[this.game.sides.indexOf(side)];
      at("opponent-sides").querySelectorAll("input").forEach((box, number) => {
        box.checked = team(this.game.sides[number]) !== team(view.side);
      });
      this.tried += 1;
      this.task = TASK;
      await this.page.begin(position, view.side);
      message.textContent = `${view.side} to move: keep the ${view.value}. ${this.score()}`;
    } catch (error) {
      message.textContent = error.message;
    }
  }

  // Looks in another slice, a few times.
  async again(message) {
    this.misses = (this.misses ?? 0) + 1;
    if (this.misses < 12) {
      return this.train();
    }
    this.misses = 0;
    message.textContent = "The tables here have no such position.";
    return undefined;
  }

  setClocks() {
    const seconds = Number(at("clock").value);
    this.times = seconds ? this.game.sides.map(() => seconds) : null;
    this.side = null;
    clearInterval(this.ticking);
    if (this.times) {
      this.ticking = setInterval(() => this.tick(), 100);
    }
    this.showClocks();
  }

  turn(view) {
    this.side = view.over ? null : this.game.sides.indexOf(view.side);
    this.showClocks();
  }

  tick() {
    if (this.side === null || !this.times) {
      return;
    }
    this.times[this.side] = Math.max(0, this.times[this.side] - 0.1);
    if (this.times[this.side] === 0) {
      this.page.say(`${this.game.sides[this.side]} is out of time.`);
      this.side = null;
    }
    this.showClocks();
  }

  showClocks() {
    const text = (time) => `${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, "0")}`;
    const clocks = (this.times ?? []).map((time, side) =>
      element("span", { class: side === this.side ? "clock running" : "clock" }, `${this.game.sides[side]} ${text(time)}`),
    );
    at("clocks").replaceChildren(...clocks);
  }
}

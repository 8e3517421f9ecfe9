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
  // `page` has what the page does: `changed`, `say`, `begin`, `best`, `takeBack`, `view` and `hint`.
  constructor(game, page) {
    Object.assign(this, { game, page, task: false, solved: 0, tried: 0, times: null, ticking: null });
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
    return at("opponent").value !== "" || this.task;
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

  // The person or the opponent has moved: a task goes on, or it is solved or failed. Moves count that led to the position on
  // the board: a way back and another move are one.
  moved(items, now, view) {
    if (!this.task) {
      return;
    }
    const { verdict, heldBy } = items[now];
    const made = items.slice(0, now).filter(({ side }) => side && !this.plays(side)).length;
    if (verdict === "mistake" || verdict === "blunder") {
      this.end(false, `Failed: ${heldBy.slice(0, 3).join(", ")} would have held.`);
    } else if (made >= TASK || view.over) {
      this.end(true, "Solved!");
    } else if (!this.plays(items[now - 1].side)) {
      at("training-score").textContent = `Right. ${TASK - made} more. ${this.score()}`;
    }
  }

  end(isSolved, text) {
    this.task = false;
    this.solved += isSolved ? 1 : 0;
    at("training-score").textContent = `${text} ${this.score()}`;
  }

  // Another game is on the board: a task ends without a result.
  leave() {
    if (this.task) {
      this.task = false;
      at("training-score").textContent = `The task was left. ${this.score()}`;
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
      // Results without depths have no longest wins: that is an error.
      const found = await ask(address(`/api/${this.game.game}/find`, asked)).catch(() => []);
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
      await this.page.begin(position, view.side);
      this.tried += 1;
      this.task = true;
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
    if (this.page.view()) {
      this.turn(this.page.view());
    }
  }

  // A position is on the board: the clock of the side to move runs.
  turn(view) {
    this.tick();
    this.side = view.over || this.times?.includes(0) ? null : this.game.sides.indexOf(view.side);
    this.since = performance.now();
    this.showClocks();
  }

  // Takes the time since the last tick from the clock that runs. A browser ticks rarely on a page that is not seen.
  tick() {
    if ((this.side ?? null) === null || !this.times) {
      return;
    }
    const time = performance.now();
    this.times[this.side] = Math.max(0, this.times[this.side] - (time - this.since) / 1000);
    this.since = time;
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

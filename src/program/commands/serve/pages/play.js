// Play: an opponent by its strength, clocks, hints, and training with positions of the tables.

import { address, ask, at, element } from "./common.js";
import { change, state } from "./state.js";
import { pathTo } from "./tree.js";
import { isWrong, progress, sentence, written } from "./words.js";

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

// The slices in which a task is looked for.
const TRIES = 12;

// A position that occurs so often makes a draw at the board.
const REPETITIONS = 3;

const TASKS = {
  win: { value: "win", plies: "max" },
  only: { only_move: true },
  draw: { value: "draw", only_move: true },
};

export class Play {
  game;
  page;
  // The seconds of each side that are left, the side whose clock runs, and since when.
  times = null;
  side = null;
  since = 0;
  ticking;

  // `page` has what the page does: `say`, `reply`, `begin`, `go`, `best` and `hint`.
  constructor(game, page) {
    this.game = game;
    this.page = page;
    const side = (side, number) =>
      element("label", {}, element("input", { type: "checkbox", value: number, onchange: () => this.takeSides() }), ` ${sentence(side)}`);
    at("opponent-sides").append(...game.sides.map(side));
    at("opponent").addEventListener("change", () => this.strength(at("opponent").value));
    at("seconds").addEventListener("change", () => this.set({ seconds: Number(at("seconds").value) }));
    at("hint").addEventListener("click", () => this.hint());
    at("take-back").addEventListener("click", () => this.takeBack());
    at("new-game").addEventListener("click", () => this.page.begin(game.start, game.sides[0]));
    at("clock").addEventListener("change", () => this.setClocks());
    at("training-part").hidden = game.values === "none";
    at("train").addEventListener("click", () => this.train());
    at("daily").addEventListener("click", () => this.startDaily());
    at("again").addEventListener("click", () => this.start(state.training.last));
    at("give-up").addEventListener("click", () => this.giveUp());
    this.show();
    at("training-score").textContent = state.task ? `The task goes on. ${this.score()}` : "";
  }

  set(changes) {
    change({ opponent: { ...state.opponent, ...changes } });
    this.show();
  }

  // Shows the opponent and the buttons of a task.
  show() {
    const { level, sides } = state.opponent;
    at("opponent").value = level ?? "";
    at("opponent-about").textContent = ABOUT[level ?? ""];
    at("opponent-sides").querySelectorAll("input").forEach((box, number) => (box.checked = sides.includes(number)));
    at("give-up").hidden = !state.task;
    at("again").hidden = Boolean(state.task) || !state.training.last;
  }

  // An opponent that is called plays against the side to move.
  strength(value) {
    const level = value === "" ? null : Number(value);
    const called = level !== null && state.opponent.level === null;
    this.set({ level, ...(called ? { sides: this.against(state.view?.side ?? this.game.sides[0]) } : {}) });
    this.page.reply();
  }

  takeSides() {
    const boxes = [...at("opponent-sides").querySelectorAll("input")];
    this.set({ sides: boxes.filter((box) => box.checked).map((box) => Number(box.value)) });
    this.page.reply();
  }

  // The sides that are not of the team of this one.
  against(side) {
    const { sides, teams } = this.game;
    const own = teams[sides.indexOf(side)];
    return sides.map((_, number) => number).filter((number) => teams[number] !== own);
  }

  isOn() {
    return state.opponent.level !== null;
  }

  // Whether it plays this side.
  plays(side) {
    return this.isOn() && state.opponent.sides.includes(this.game.sides.indexOf(side));
  }

  // Whether it moves in a position of a game.
  replies(node, view) {
    if (view.over || !this.plays(view.side)) {
      return false;
    }
    const times = pathTo(node).filter(({ position }) => position === node.position).length;
    if (times >= REPETITIONS) {
      this.page.say("A draw by the third occurrence of the position.");
    }
    return times < REPETITIONS;
  }

  reply(position) {
    const { level, seconds } = state.opponent;
    return ask(address(`/api/${this.game.game}/reply`, { position, level, seconds }));
  }

  hint() {
    const step = this.page.best();
    if (step) {
      this.page.hint(step);
      this.page.say(`Hint: ${written(step.name)}.`);
    } else {
      this.page.say("No move is known yet.");
    }
  }

  // Goes back to the last own move, which is made again.
  takeBack() {
    const own = pathTo(state.current).slice(0, -1).findLast((node) => !this.plays(node.side));
    if (own) {
      state.tree.remove(own.children.find((child) => pathTo(state.current).includes(child)));
      this.page.go(own);
    }
  }

  // The person or the opponent has moved, from the position of a view to a node: a task goes on, or it is solved or failed. Moves
  // count that led to the position on the board: a way back and another move are one. Returns what is to be said.
  moved(before, node) {
    if (!state.task || this.plays(before.side)) {
      return null;
    }
    const made = pathTo(node).filter(({ parent }) => parent && !this.plays(parent.side)).length;
    const move = before.moves.find(({ move }) => move === node.step.move);
    this.note(isWrong(node) ? "wrong" : move.plies === before.moves[0].plies ? "best" : "slower");
    if (isWrong(node)) {
      const held = node.heldBy.slice(0, 3).map(written).join(", ");
      return this.end(false, `Failed: ${written(node.step.name)} throws it away. ${held} would have held.`, node.parent);
    }
    const told = progress(before.moves[0], move);
    if (made >= TASK || state.view.over) {
      return this.end(true, `Solved! ${told}`, node);
    }
    at("training-score").textContent = `${told} ${TASK - made} more. ${this.score()}`;
    return told;
  }

  // Takes down how an own move of the task was.
  note(made) {
    change({ training: { ...state.training, made: [...state.training.made, made] } });
  }

  // Ends a task, and shows the values of a position of it. The opponent stops.
  end(isSolved, text, node) {
    const { solved, made, today } = state.training;
    change({ task: null, training: { ...state.training, solved: solved + (isSolved ? 1 : 0) } });
    this.set({ level: null });
    at("training-score").textContent = `${text} ${this.score()}`;
    this.paste(today, made);
    if (node !== state.current) {
      this.page.go(node).then(() => this.page.say(text));
    }
    return text;
  }

  // Shows the line to paste of the task of a day.
  async paste(today, made) {
    at("paste").textContent = today ? (await import("./daily.js")).pasted(this.game.title, today, made) : "";
  }

  giveUp() {
    const { view } = state;
    const held = view.moves.filter((move) => move.value === view.moves[0].value).slice(0, 3).map((move) => written(move.name)).join(", ");
    this.note("wrong");
    this.page.say(this.end(false, `Given up: ${held} would have held.`, state.current));
  }

  // Another game is on the board: a task ends without a result.
  leave() {
    if (state.task) {
      change({ task: null });
      this.set({ level: null });
      at("training-score").textContent = `The task was left. ${this.score()}`;
    }
  }

  // The browser went back or forward to a game.
  left(tree) {
    if (state.task && tree.root.position !== state.task.position) {
      this.leave();
    }
  }

  score() {
    const { solved, tried } = state.training;
    return `Score: ${solved} of ${tried}.`;
  }

  // Looks for a position of the tables in some slices, and begins a task with it.
  async train() {
    const message = at("training-score");
    message.textContent = "Looking for a position …";
    try {
      const { isTask } = await import("./daily.js");
      const slices = await ask(`/api/${this.game.game}/slices`);
      // Results without depths have no longest wins.
      const needsDepths = at("task").value === "win";
      const small = slices.filter(({ entries, depths }) => entries < 2e6 && (depths || !needsDepths));
      for (let tries = 0; tries < TRIES; tries += 1) {
        const { slice } = small[Math.floor(Math.random() * small.length)] ?? {};
        const asked = { slice: slice ?? null, ...TASKS[at("task").value], limit: CHOICE };
        const found = (await ask(address(`/api/${this.game.game}/find`, asked)).catch(() => [])).filter(isTask);
        if (found.length) {
          return await this.start(found[Math.floor(Math.random() * found.length)].position);
        }
      }
      message.textContent = "The tables here have no such position.";
    } catch (error) {
      message.textContent = error.message;
    }
    return undefined;
  }

  // Begins the task of the day.
  async startDaily() {
    const { daily, day } = await import("./daily.js");
    const position = await daily(this.game.game).catch(() => null);
    if (position) {
      await this.start(position, day());
    } else {
      at("training-score").textContent = "The tables here have no such position.";
    }
  }

  // Begins a task with a position, against the perfect opponent.
  async start(position, today = null) {
    const view = await ask(address(`/api/${this.game.game}/view`, { position }));
    this.leave();
    at("paste").textContent = "";
    const { solved, tried } = state.training;
    const training = { solved, tried: tried + 1, last: view.position, made: [], today };
    // Before the position is shown: its values are the solution.
    change({ task: { position: view.position }, training, revealed: null });
    await this.page.begin(position, view.side);
    change({ task: { position: view.position } });
    this.set({ level: 6, sides: this.against(view.side) });
    at("training-score").textContent = `${sentence(view.side)} to move: keep the ${view.value}. ${this.score()}`;
    this.page.say(`Your task: keep the ${view.value}.`);
    this.page.reply();
  }

  setClocks() {
    const seconds = Number(at("clock").value);
    this.times = seconds ? this.game.sides.map(() => seconds) : null;
    this.side = null;
    clearInterval(this.ticking);
    if (this.times) {
      this.ticking = setInterval(() => this.tick(), 100);
    }
    if (state.view) {
      this.turn(state.view);
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
    if (this.side === null || !this.times) {
      return;
    }
    const time = performance.now();
    this.times[this.side] = Math.max(0, this.times[this.side] - (time - this.since) / 1000);
    this.since = time;
    if (this.times[this.side] === 0) {
      this.page.say(`${sentence(this.game.sides[this.side])} is out of time.`);
      this.side = null;
      this.set({ level: null });
    }
    this.showClocks();
  }

  showClocks() {
    const text = (time) => `${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, "0")}`;
    const clocks = (this.times ?? []).map((time, side) =>
      element("span", { class: side === this.side ? "clock running" : "clock" }, `${sentence(this.game.sides[side])} ${text(time)}`),
    );
    at("clocks").replaceChildren(...clocks);
  }
}

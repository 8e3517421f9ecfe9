// An opponent: the tables, or an engine with its time a move.

import { address, ask, at, element } from "./common.js";

export class Opponent {
  constructor(game, changed) {
    this.game = game;
    const choices = [["", "none", ""]];
    if (game.values !== "none") {
      choices.push(["table", "table", "The shortest win, or the longest loss; among equal moves, the hardest to answer."]);
    }
    choices.push(...game.engines.map(({ name, about }) => [name, name, about]));
    at("opponent").append(...choices.map(([value, text]) => element("option", { value }, text)));
    const side = (side, number) =>
      element(
        "label",
        {},
        element("input", { type: "checkbox", value: number, checked: number === 1, onchange: changed }),
        ` ${side}`,
      );
    at("opponent-sides").append(...game.sides.map(side));
    at("opponent").addEventListener("change", () => {
      const about = choices.find(([value]) => value === at("opponent").value)[2];
      at("opponent-about").textContent = about;
      changed();
    });
  }

  // Whether it plays this side.
  plays(side) {
    const boxes = at("opponent-sides").querySelectorAll("input");
    return at("opponent").value !== "" && (boxes[this.game.sides.indexOf(side)]?.checked ?? false);
  }

  reply(position) {
    const [engine, seconds] = [at("opponent").value, at("seconds").value];
    return ask(address(`/api/${this.game.game}/reply`, { position, engine, seconds }));
  }
}

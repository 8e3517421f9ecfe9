// The report: the results that the moves of many games throw away, by game and by ending, each of which opens.

import { ask, at, drawing, element } from "./common.js";
import { counted, written } from "./words.js";

// The size of the strip of a game.
const [WIDTH, HEIGHT] = [240, 12];

// Shows the report of the games of a text. `open` opens a game of it by its number, `task` begins a task with a position.
export async function report(game, text, open, task) {
  const { games, endings, positions, unreadable, more } = await ask(`/api/${game.game}/report`, { text });
  const errors = games.flatMap((played) => played.errors.map((error) => ({ ...error, number: played.number })));
  const dearest = [...errors].sort((one, other) => worth(other) - worth(one))[0];
  const told = dearest ? `, the dearest by ${dearest.side} with ${dearest.move} (a ${dearest.best} to a ${dearest.value})` : "";
  const row = (played) =>
    element(
      "li",
      {},
      element("button", { type: "button", onclick: () => open(played.number) }, `${played.players.join(" – ")}, ${played.result ?? "*"}`),
      strip(game, played),
      element("span", {}, played.errors.length ? ` ${counted(played.errors.length, "result")} thrown away` : ""),
    );
  // A task of an ending is one of its positions.
  const drawn = (positions) => positions[Math.floor(Math.random() * positions.length)];
  const ending = ({ slice, errors, positions }) =>
    element(
      "li",
      {},
      element("button", { type: "button", onclick: () => task(drawn(positions)) }, slice),
      ` ${counted(errors, "result")} thrown away`,
    );
  const own = (error) =>
    element(
      "li",
      {},
      element("button", { type: "button", onclick: () => task(error.position) }, `${error.side}, ply ${error.ply}`),
      ` ${written(error.move)} ${error.verdict === "blunder" ? "??" : "?"} ${error.holding.slice(0, 3).join(", ")} would have held the ${error.best}.`,
    );
  at("report").replaceChildren(
    element("p", {}, `${counted(positions, "position")} in the tables, ${counted(errors.length, "result")} thrown away${told}.`),
    ...(unreadable.length ? [element("p", {}, `${counted(unreadable.length, "game")} cannot be read.`)] : []),
    ...(more ? [element("p", {}, `The file has more games: these are the first ${counted(games.length + unreadable.length, "game")}.`)] : []),
    element("h4", {}, "By ending: each with a task"),
    element("ul", { class: "errors" }, ...endings.map(ending)),
    element("h4", {}, "Your own mistakes: each is a task"),
    element("ul", { class: "errors" }, ...errors.map(own)),
    element("h4", {}, "By game"),
    element("ul", { class: "files" }, ...games.map(row)),
  );
}

// How much a move throws away: half a point or a whole one, the farther from the end the dearer.
function worth({ verdict, best_plies: plies }) {
  return (verdict === "blunder" ? 1e6 : 0) + (plies ?? 0);
}

// The values of a game over its plies, for the team of the first side: above the line it wins.
function strip(game, { plies, strip, errors }) {
  const wide = WIDTH / Math.max(1, plies);
  const wrong = new Set(errors.map(({ ply }) => ply));
  const bar = ([ply, side, best]) => {
    const wins = (best === "win") === (game.teams[game.sides.indexOf(side)] === game.teams[0]);
    const kind = best === "draw" ? "draw" : wins ? "win" : "loss";
    const y = kind === "loss" ? HEIGHT / 2 : 0;
    return drawing("rect", { class: wrong.has(ply) ? "wrong" : kind, x: (ply - 1) * wide, y, width: Math.max(1, wide), height: kind === "draw" ? HEIGHT : HEIGHT / 2 });
  };
  const about = `Values over ${counted(plies, "ply", "plies")}`;
  return drawing("svg", { class: "strip", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: "img", "aria-label": about }, ...strip.map(bar));
}

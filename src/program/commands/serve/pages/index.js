// The page of all games.

import { address, ask, at, element, theme, thumbnail } from "./common.js";

// The positions of each game that are shown.
const SHOWN = 1;

function state(game) {
  if (game.coverage) {
    return [`Solved here: ${game.coverage}.`];
  }
  if (game.error) {
    return [`Without values. ${game.error}.`];
  }
  if (game.command) {
    return ["The engine plays. To solve some of it: ", element("code", {}, game.command)];
  }
  return ["The engine plays: no tables are made for it."];
}

function entry(game) {
  const position = game.thumbnail ?? game.start;
  const source = address(`/api/${game.game}/picture`, { position, theme: theme() });
  return element(
    "li",
    {},
    element(
      "a",
      { href: `/${game.game}` },
      element("img", { src: source, alt: "", width: 180, height: 180 }),
      element("span", { class: "name" }, game.title),
    ),
    element("div", {}, element("p", {}, game.answer), element("p", { class: "state" }, ...state(game))),
  );
}

if (location.pathname !== "/") {
  at("message").textContent = `There is no page at ${location.pathname}. These are the games.`;
}

try {
  const games = await ask("/api/about");
  at("games").append(...games.map(entry));
  performance.mark("shown");
  const guides = await Promise.all(games.map(({ game }) => ask(`/api/${game}/guide`)));
  const positions = guides.flatMap(({ game, positions, pictures }) =>
    positions
      .filter(({ position }) => !pictures.some((other) => other.position === position))
      .slice(0, SHOWN)
      .map((shown) => ({ game, ...shown })),
  );
  at("seeing").append(...positions.map(({ game, title, position, about }) => thumbnail(game, position, title, about)));
} catch (error) {
  at("message").textContent = error.message;
}

// The page of all games.

import { ask, element } from "./common.js";

function entry(game) {
  const link = element("a", { href: `/${game.game}` }, game.game);
  const item = element("li", {}, link);
  if (game.coverage) {
    item.append(element("p", {}, `Solved: ${game.coverage}.`));
  } else if (game.error) {
    item.append(element("p", {}, `Without values. ${game.error}.`));
  } else if (game.command) {
    item.append(
      element("p", {}, "Not solved. These tables take seconds; then start the explorer again:"),
      element("pre", {}, element("code", {}, game.command)),
    );
  } else {
    item.append(element("p", {}, "For play and search: no tables are made for it."));
  }
  return item;
}

try {
  const games = await ask("/api/about");
  document.getElementById("games").append(...games.map(entry));
} catch (error) {
  document.getElementById("message").textContent = error.message;
}

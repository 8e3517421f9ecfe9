// The guide of a game: its rules with pictures, and positions worth seeing.

import { address, at, element, theme, thumbnail } from "./common.js";

export function showRules(game, { rules, pictures }) {
  const shown = ({ title, position, about }) =>
    element(
      "figure",
      {},
      element("img", { src: address(`/api/${game.game}/picture`, { position, theme: theme() }), alt: title, loading: "lazy", width: 240, height: 240 }),
      element("figcaption", {}, element("strong", {}, title), `: ${about}`),
    );
  at("rules").replaceChildren(...rules.map((text) => element("p", {}, text)), ...pictures.map(shown));
}

// The positions worth seeing are in their panel, but below a board that is so wide that it leaves room there.
export function showSeeing(game, { positions }, isWide) {
  at("seeing-part").hidden = !positions.length;
  const columns = matchMedia("(min-width: 60rem)");
  const put = () => at(isWide && columns.matches ? "below" : "panel-explore").append(at("seeing-part"));
  columns.addEventListener("change", put);
  put();
  at("seeing").replaceChildren(
    ...positions.map(({ title, position, about }) => thumbnail(game.game, position, title, about)),
  );
}

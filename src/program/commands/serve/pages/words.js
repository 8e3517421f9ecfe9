// The words about values. Every sentence is made here, from data alone: `value`, `plies`, `certainty`, the kind of `ply`, and
// the rule of quiet plies.

const RESULTS = { win: "Won", draw: "Drawn", loss: "Lost" };

const MARKS = { mistake: "?", blunder: "??" };

// The glyphs of moves by their numbers.
const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };

// A number with its unit.
export function counted(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

// A text with its first letter in upper case.
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// The figurines of pieces by their letters in the names of moves; none if letters are shown.
let figurines = new Map();

export function showFigurines(pairs) {
  figurines = new Map(pairs);
}

// The name of a move, with figurines if they are shown.
export function written(name) {
  return figurines.size ? name.replace(/[A-Z]/g, (letter) => figurines.get(letter) ?? letter) : name;
}

// The sides of the team that a side is of, or of the other team.
export function team(game, side, own = true) {
  const wanted = game.teams[game.sides.indexOf(side)];
  return game.sides.filter((_, number) => (game.teams[number] === wanted) === own).map(sentence).join(" and ");
}

// The team that wins by a value of the side to move; null for a draw.
export function winner(game, side, { value }) {
  return value === "win" || value === "loss" ? team(game, side, value === "win") : null;
}

// A depth in the unit that people count.
function depth(game, plies) {
  const sides = game.sides.length;
  if (sides === 1) {
    return counted(plies, "turn");
  }
  const moves = sides === 2 && plies > 2 ? ` (${counted(Math.ceil(plies / 2), "move")})` : "";
  return `${counted(plies, "ply", "plies")}${moves}`;
}

// The result of a position in a clause: `White mates in 8`, `Black wins in 93 plies (47 moves)`, `draw`.
export function outcome(game, side, { value, plies }) {
  const wins = winner(game, side, { value });
  if (!wins) {
    return "draw";
  }
  if (game.sides.length === 1) {
    return plies === null ? "a win" : `a win in ${depth(game, plies)}`;
  }
  // `Goats`, `A and D`: several win.
  const several = / and |s$/.test(wins);
  const win = `${wins} ${several ? "win" : "wins"}`;
  if (plies === null) {
    return win;
  }
  if (plies === 0) {
    return `${wins} ${several ? "have" : "has"} won`;
  }
  return game.ply === "mate" ? `${wins} mates in ${Math.ceil(plies / 2)}` : `${win} in ${depth(game, plies)}`;
}

// The value of a move for the side that makes it, beside the name of the move.
export function ofMove(game, { value, plies, dtz }) {
  const zeroing = dtz ? `, DTZ ${Math.abs(dtz)}` : "";
  if (!value) {
    return "";
  }
  if (value === "draw" || plies === null) {
    return `${value}${zeroing}`;
  }
  if (game.ply === "mate") {
    return `${value === "win" ? "mate" : "mated"} in ${Math.ceil(plies / 2)}${zeroing}`;
  }
  return `${value} in ${counted(plies, game.sides.length === 1 ? "turn" : "ply", game.sides.length === 1 ? "turns" : "plies")}${zeroing}`;
}

// A value in a few characters: W93, #28 for a mate, D, L44, W where no depth is known.
export function short(game, { value, plies }) {
  if (!value) {
    return "?";
  }
  if (value === "draw") {
    return "D";
  }
  if (plies !== null && game.ply === "mate") {
    return `${value === "win" ? "#" : "−#"}${Math.ceil(plies / 2)}`;
  }
  return value[0].toUpperCase() + (plies ?? "");
}

// The name of the rule of quiet plies, which counts moves of both sides.
function rule({ quiet_limit: limit }) {
  return limit === 100 ? "the fifty-move rule" : `the rule of ${limit / 2} moves`;
}

// Whether the rule of quiet plies makes a draw of a win or a loss.
export function isDrawnByRule({ rule50 }) {
  return rule50 === "cursed-win" || rule50 === "blessed-loss";
}

// The value that counts, for colours: the rule of quiet plies makes a draw, or leaves it open.
export function result(view) {
  return isDrawnByRule(view) ? "draw" : view.doubt ? null : view.value;
}

// The facts beside the board: the headline has the side to move.
export function beside({ side, facts }) {
  const toMove = `${side} to move`;
  return facts.map((fact) => (fact.startsWith(toMove) ? fact.slice(toMove.length).replace(/^, /, "") : fact)).filter(Boolean);
}

// Whether the value of a position is proved by the rules, by a table, or by its moves.
export function isProved(view) {
  return ["rules", "table", "moves", "other"].includes(view.certainty);
}

// Whether everything is known of a position: its value with its depth, and the value of each move.
export function isSolved(view) {
  const known = view.value === "draw" || view.plies !== null;
  return Boolean(view.over || (isProved(view) && known && view.moves.every((move) => move.value)));
}

// The sentence above all others. `thought` is the best line of an engine, or null.
export function headline(game, view, thought, hidden) {
  if (view.over) {
    return `${view.over}.`;
  }
  const side = `${sentence(view.side)} to move`;
  if (hidden) {
    return view.value || thought ? `${side}. The values are hidden.` : `${side}.`;
  }
  if (isDrawnByRule(view)) {
    return `${side}: draw by ${rule(game)} (without it, ${outcome(game, view.side, view)}).`;
  }
  if (view.value) {
    const unless = view.doubt ? `, unless ${rule(game)} makes it a draw` : "";
    return `${side}: ${outcome(game, view.side, view)}${unless}.`;
  }
  return thought ? `${side}: ${opinion(game, view.side, thought)}.` : `${side}.`;
}

// The judgement of an engine in a clause.
function opinion(game, side, thought) {
  if (thought.value) {
    return outcome(game, side, thought);
  }
  const [own, other] = [team(game, side), team(game, side, false)];
  if (isInHundredths(thought)) {
    const better = Math.abs(thought.score) < 5 ? null : thought.score > 0 ? own : other;
    return better ? `${better} is better by ${(Math.abs(thought.score) / 100).toFixed(2)}` : "even";
  }
  if (thought.chance === null) {
    return `${own} has ${Math.round(thought.score)} points`;
  }
  const [better, chance] = thought.chance < 0.5 ? [other, 1 - thought.chance] : [own, thought.chance];
  return `the chance of ${better} is ${Math.round(100 * chance)} %`;
}

// Where a value comes from: a word, a class, and a sentence.
export function badge(view, thought) {
  if (view.over || isProved(view)) {
    const how = { table: "A table has this value.", moves: "The value follows from the values of all moves.", other: "A table of another program has this value.", rules: "The rules decide." };
    return ["solved", "solved", how[view.certainty] ?? how.rules];
  }
  if (view.certainty === "known") {
    return ["known", "known", "The value was solved or published before. No table here has it."];
  }
  return thought ? ["engine", "engine", "An engine's judgement: nothing is proved."] : null;
}

// The sentences below the headline.
export function notes(game, view, hidden) {
  const sentences = [];
  if (!hidden && !view.over) {
    sentences.push(...exact(game, view));
  }
  if (view.leaves_out && !hidden && !view.over) {
    sentences.push(`${view.leaves_out}.`);
  }
  sentences.push(...(view.notes ?? []).map((note) => `${sentence(note)}.`));
  return sentences.join(" ");
}

// The sentences that tell of values.
function exact(game, view) {
  const sentences = [];
  const [best] = view.moves;
  if (view.holding !== null && best?.value && view.moves.length > 1) {
    const all = view.moves.length;
    const hold = view.holding === 1 ? "moves holds" : "moves hold";
    if (best.value === "loss") {
      sentences.push(`All ${all} moves lose.`);
    } else if (view.holding < all) {
      sentences.push(`${view.holding} of ${all} ${hold} the ${best.value}.`);
    }
    if (view.only_moves === 1) {
      sentences.push("The next own move is an only move.");
    } else if (view.only_moves > 1) {
      sentences.push(`The next ${view.only_moves} own moves are only moves.`);
    }
  }
  if (view.mutual_zugzwang) {
    sentences.push("Mutual zugzwang: either side would do better if the other had to move.");
  }
  if (isProved(view) && view.value !== "draw" && view.value && view.plies === null) {
    sentences.push("It is known who wins, not in how many plies.");
  }
  if (view.rule50 === "win" || view.rule50 === "loss") {
    sentences.push(`It holds under ${rule(game)}: its clock is zeroed within ${counted(Math.abs(view.dtz), "ply", "plies")}.`);
  }
  if (view.doubt) {
    sentences.push(`${sentence(view.doubt)}.`);
  }
  if (view.certainty === "known") {
    sentences.push("The value was solved or published before.");
  }
  if (view.certainty === "known" && view.not_held) {
    sentences.push(`${sentence(view.not_held)}.`);
  }
  return sentences;
}

// The moves in groups, each with its title and whether its moves are the best. The best is known only if the depth of each
// move with the same result is: a win of unknown depth may be shorter than any other.
export function groups(view) {
  const [first] = view.moves;
  return ["win", "draw", "loss", null].flatMap((value) => {
    const moves = view.moves.filter((move) => move.value === value);
    if (!moves.length) {
      return [];
    }
    const title = RESULTS[value] ?? "No table";
    const known = moves.filter((move) => value === "draw" || move.plies !== null);
    if (value === null || value === "draw" || !known.length) {
      return [{ title, moves, best: value === "draw" && first.value === "draw" && view.moves.some((move) => move.value !== "draw") }];
    }
    if (known.length < moves.length && known[0].plies !== 1) {
      const unknown = moves.filter((move) => move.plies === null);
      return [
        { title: `${title}, in known plies`, moves: known, best: false },
        { title: `${title}, plies not known here`, moves: unknown, best: false },
      ];
    }
    if (value !== first.value) {
      return [{ title, moves, best: false }];
    }
    const best = moves.filter((move) => move.plies === first.plies);
    const others = moves.filter((move) => move.plies !== first.plies);
    const titles = value === "win" ? ["Best", "Won, slower"] : ["Longest resistance", "Shorter"];
    return others.length
      ? [{ title: titles[0], moves: best, best: true }, { title: titles[1], moves: others, best: false }]
      : [{ title, moves, best: value === "win" && moves.length < view.moves.length }];
  });
}

// The best moves, for arrows: none if all moves are equal, or if it is not known which are the best.
export function bestMoves(view) {
  return groups(view).find((group) => group.best)?.moves ?? longest(view);
}

// The moves that resist longest in a lost position.
function longest(view) {
  const [first] = view.moves;
  const known = first?.value === "loss" && view.moves.every((move) => move.plies !== null);
  const moves = known ? view.moves.filter((move) => move.plies === first.plies) : [];
  return moves.length < view.moves.length ? moves : [];
}

function isInHundredths({ unit }) {
  return unit === null || ["hundredths of a pawn", "hundredths of a man", "hundredths of a point"].includes(unit);
}

// The score of a line of an engine in a few characters. `sign` is 1 if the side to move is of the team of White or of the first
// side, else -1: scores are those of that team, and chances those of the side to move.
export function points(game, thought, sign) {
  if (thought.value) {
    return short(game, thought);
  }
  if (!isInHundredths(thought) && thought.chance !== null) {
    return `${Math.round(100 * thought.chance)} %`;
  }
  const score = sign * thought.score;
  const text = isInHundredths(thought) ? (Math.abs(score) / 100).toFixed(2) : String(Math.abs(Math.round(score)));
  return `${score < 0 ? "−" : "+"}${text}`;
}

// The label of the bar: the winner with its depth, a half for a draw, or a score.
export function label(game, view, thought, sign) {
  if (view.over) {
    return "";
  }
  if (!view.value) {
    return thought ? (thought.value ? ofTeam(game, view.side, thought) : points(game, thought, sign)) : "";
  }
  return result(view) === "draw" ? "½" : ofTeam(game, view.side, view);
}

// The winner with the depth in a few characters: `White 93`, `Black #8`.
function ofTeam(game, side, { value, plies }) {
  if (value === "draw") {
    return "½";
  }
  const depth = game.ply === "mate" ? ` #${Math.ceil(plies / 2)}` : ` ${plies}`;
  return `${sentence(winner(game, side, { value }))}${plies === null ? "" : depth}`;
}

// How a move that throws nothing away compares with the best.
export function progress(best, made) {
  if (best.value === "draw") {
    return "Right: it holds the draw.";
  }
  if (best.plies === null || made.plies === null) {
    return "Right.";
  }
  const longer = best.value === "win" ? made.plies - best.plies : best.plies - made.plies;
  if (longer === 0) {
    return "Right, and the best.";
  }
  return best.value === "win" ? `Right, but ${counted(longer, "ply", "plies")} longer.` : `Right, but ${counted(longer, "ply", "plies")} shorter.`;
}

// The mark of a move that throws a result away, and its glyphs.
export function marks({ verdict, glyphs = [] }, hidden) {
  const own = glyphs.map((glyph) => GLYPHS[glyph] ?? `$${glyph}`);
  const mark = hidden ? null : MARKS[verdict];
  return mark && !own.includes(mark) ? [mark, ...own] : own;
}

export function isWrong({ verdict }) {
  return verdict in MARKS;
}

// The number before a move, or nothing. A line that begins with the move always has a number.
export function numbered(game, before, ply, begins) {
  const side = before.number ? game.sides.indexOf(before.side) : ply % game.sides.length;
  const number = before.number ?? Math.floor(ply / game.sides.length) + 1;
  return side === 0 ? `${number}. ` : begins ? `${number}… ` : "";
}

//! The output of `--json`: objects for programs, each on a line of standard output.
//!
//! `game` is the first field of each object. Positions and moves are texts in the notation of the game. A `value` is
//! `win`, `loss` or `draw`, of the side to move and its team unless it says otherwise, with its `plies`, which are
//! `null` for a draw and where the tables hold only results. Times are `seconds`, sizes are `bytes`. A field that is
//! not known, or that the game does not have, is `null`.
//!
//! The output of `stats` is one array of objects, with `--lines` an object on each line. Where a command fails, the
//! last line is an object of [its own](#failures).
//!
//! # `games`
//!
//! A game: `game`, the number of its `slices` and `entries`, the position `start`, the names of its `sides`, the option
//! `size_name` that selects slices (`pieces`, `goats`, `squares`; `null` without slices), `solved` with the `slices`,
//! `entries` and `bytes` of its tables, the names of its `engines`, the `commands` that work here, and its `notation`
//! in words.
//!
//! # `solve`
//!
//! A finished table: `game`, the name of its `part` (empty for the only table of a game), `slices`, `entries`, `bytes`,
//! the `seconds` that it took to solve, or to compress if it was solved before (`null` if it was finished), `path`.
//! With `--no-tables`, a part that was counted: `bytes` is 0, and there is no `path`.
//!
//! # `solve --dry-run`
//!
//! The plan: `game`, the totals of the tables that are `finished` and that are `left` (each with `tables`, `slices`,
//! `components`, `entries`, `bytes`), the `memory_bytes` and the least `disk_bytes` that it takes on this number of
//! `threads`, the `seconds` that the rest takes, the `compression_seconds` that compressing it takes (within `seconds`
//! with --compress or --wld) and the `compressed_bytes` of its tables then (estimates, or `null`), the `free_bytes` of
//! the disk, and the `parts` (each with `part`, `slices`, `entries`, `bytes`, `finished`, `path`).
//!
//! # `solve --status`
//!
//! The file: `game`, its `state` (`solving` or `done`), the slices at work in `part`, the `entries` that are done and
//! `all_entries`, the `rate` in entries per second, the `seconds` since the beginning, and the `seconds_left` (`null`
//! before anything is known).
//!
//! # `solve --mpi`
//!
//! After the tables, the work of each rank: `game`, the `rank`, the number of `parts` that it solved alone, and of
//! `shared_parts` that it solved together with others, the `entries` that it solved, the `seconds` that the solve
//! took, the `busy_seconds` of them in which the rank solved and wrote, and the `memory_bytes` that it had at most,
//! with pages of tables.
//!
//! # `compress`
//!
//! A compressed table: `game`, the name of its `part`, `slices`, `entries`, `bytes`, the `source_bytes` of the table
//! that it was made of, the `seconds` that it took, `path`.
//!
//! # `tables`
//!
//! A file: `game`, `part`, `slices`, `entries`, `path`, `bytes`, `state`, and the `error` of a table that cannot be
//! used. With `--sums` a slice that is solved: `game`, `slice`, `checksum`; with `--missing` one that is not: `game`,
//! `slice`, `entries`.
//!
//! # `query`
//!
//! A position: `game`, `position`, `value`, `plies`, the `certainty` of the value (`rules`, `table`, `moves` or `other`
//! for tables of another program), its `moves`, best first (each with `move`, the `position` after it, and the mover's
//! `value`, `plies` and `certainty`), and the best `line`. Where tables of `solve --dtz` hold the position, also
//! its result under the rule of quiet plies, `rule50` (`win`, `cursed-win`, `draw`, `blessed-loss`, `loss`), and `dtz`,
//! the plies to the next capture or move of a pawn or man, negative for a loss. Where a part of the text of the
//! position was dropped or guessed, `notes` has a sentence for each. A line of the input in error: `game`, `position`,
//! `error`. With `--examples` a position worth seeing: `title`, `position`, `about`.
//!
//! # `find`
//!
//! An entry: `game`, `slice`, `position`, `value`, `plies`, and the number of `positions` that it stands for. With
//! `--only-moves` its `only_moves` in a row, with `--other-side` the `other_value` and `other_plies` with the other
//! side to move, if they are known. With `--count`: `game`, `positions`, `entries`.
//!
//! # `annotate`
//!
//! A game of the file: `game`, its `number` in the file, its `line`, its `tags`, the `result` as it stands there, the
//! number of its `plies`, the `moves` that the tables judge, and the parts of its text that were `lost`, a sentence
//! each; where a part of the position in its tag FEN was dropped or guessed, also `notes`. A move: its `ply` in the
//! game, counted from 1, the `side` that makes it, the `position` before it, the `move`, its `value` and `plies` for
//! that side, the value of the `best` move and its `best_plies`, the `verdict` (`best`, `slower`, `mistake`,
//! `blunder`), the number of `legal_moves`, and the moves `holding` the result.
//!
//! The last object is the summary: `game`, `games`, `unreadable` games, `incomplete` games, of which a
//! part was lost, games that were `judged`, and the figures of
//! `all` and of the `players`, each `player` with `moves`, `best`, `slower`, `mistakes`, `blunders`, `only_moves`,
//! `only_moves_found` and the `longest_run` of only moves found.
//!
//! # `stats`
//!
//! A slice: `game`, `slice`, or with `--total` the name of the `total`; `entries`, `positions`, `wins`, `losses`,
//! `draws`, `longest_win` and `longest_loss` in plies with a position of each (`longest_win_position`,
//! `longest_loss_position`), `mutual_zugzwangs`, `legal_moves`; of tables of `solve --dtz` also the `cursed_wins` and
//! `blessed_losses` among the wins and losses; with `--histogram` a `histogram`: `wins` and `losses`, each a list of
//! plies with a number of positions.
//!
//! # `verify`
//!
//! A check: `game`, the `test` that it belongs to, the subject of the check in `what`, the `source` of a published
//! figure, the text `expected` and the text `found`, the `verdict` (`ok`, `failed`, `not_solved_here`, `not_compared`),
//! and `details`.
//!
//! # `perft`
//!
//! A depth: `game`, `position`, `depth` in plies, `lines`, `seconds`.
//!
//! # `search`
//!
//! The result: `game`, `position`, `engine`, the best `move`, `depth`, `score` for the side to move and its team, its
//! `unit` (`null` if the value is known), a proved `value` with its `plies`, `nodes`, `leaves`, `seconds`, the
//! principal variation as `line`, whether it was `stopped` by Ctrl-C, and the `iterations` (each with `depth`, `score`,
//! `value`, `plies`, `nodes`, `seconds`, `line`). Where a part of the position was dropped or guessed, or the rule
//! of quiet plies may change the value, `notes` has a sentence for each.
//!
//! With `--epd` the result of each position, without `stopped` and `iterations`, with its `id` and whether it is
//! `solved`. The last object is the score: `game`, the `positions` searched, the `solved_positions` among them, and the
//! lines that were `unreadable`.
//!
//! # `compare`
//!
//! The result of an engine: as of `search`, without `stopped` and `iterations`: `game`, `position`, `engine`, `move`,
//! `depth`, `score`, `unit`, `value`, `plies`, `nodes`, `leaves`, `seconds`, `line`.
//!
//! # `match`
//!
//! The result: `game`, the `first` and the `second` engine, the number of `games`; for the first engine `wins`,
//! `draws`, `losses`, its `score` from 0 to 1, the `elo` difference and its 95 % interval (`elo_low`, `elo_high`;
//! `null` where it is infinite), `pairs` (the number of pairs of games that brought it 0, half, 1, one and a half and 2
//! points), the `llr` and the result of `sprt` (`accepted`, `rejected`, `open`), all `plies`, the turns of the games
//! that each engine won (`first_turns`, `second_turns`: their `mean` and `median`, a turn being the plies after the
//! opening divided by the sides, rounded up; `null` without such a game), `seconds`, and who uses `tables` (`both`,
//! `first`, `second`).
//!
//! # Failures
//!
//! A command that fails: `game`, `error`, the exit `status`. The message is on standard error too.
//!
//! # The explorer
//!
//! `serve` has these objects under `/api/`, at the addresses that head the sections below. Positions, moves and the
//! names of places stand in the address, percent-encoded: `/api/checkers/query?position=B:W30:B25`. Without a position
//! it is the starting position.
//!
//! * `/api/games`: an array of the objects of `games`.
//! * `/api/GAME/query?position=P`: the object of `query`. By POST, with a position on each line of the body, up to
//!   1,000: the objects of `query -`, each on a line.
//! * `/api/GAME/stats?slice=S&histogram=true`: the array of `stats`, for the slices named or all that are solved.
//! * `/api/GAME/find?slice=S&value=V&plies=N&zugzwang=true&quiet=true&only_move=true&unique=true&limit=N`: an array of
//!   objects of `find`. With `most_only_moves=true` those come first whose side must find the most only moves in a row.
//!   With `varied=true` the deepest come first, and none is a near copy of one before it.
//!
//! # The explorer's failures
//!
//! A request that fails: `game`, `error`, and the `status` of HTTP: 400 for a wrong request, 404 for a game, slice or
//! value that is not here.
//!
//! # `/api/about`, `/api/GAME/about`
//!
//! A game: `game`, its `title` and the `answer` to it in words, the position that stands for it (`thumbnail`, `null`
//! for the start), where its `values` are (`tables`, `memory`, `embedded` in the program, `none`), whether all of them
//! have `depths`, the kind of `ply` that depths count (`end`, `mate`, `zeroing`), the `quiet_limit` of its rule in
//! plies, how far they reach in words (`coverage`), the `error` of tables that cannot be used, a `command` that makes
//! tables, the position `start`, its `sides`, its `engines` (each with `name`, `about`, `settings`), the `extension` of
//! its records, its `notation` in words, and whether it has `mutual_zugzwangs`, the `teams` of its sides, and the
//! `pieces` that positions are set up with (each with `name`, `symbol` and a picture as `svg`; none where a position is
//! written), the `rights` that are granted one by one in a set-up (in words), and the `figurines` of pieces whose
//! letters are in the names of moves (each a letter and a symbol).
//!
//! # `/api/GAME/view?position=P&touched=A,B&flip=true`
//!
//! A position as the page shows it: `game`, `position`, the `side` to move, the `number` of its move, its `value`,
//! `plies` and the same as `text`, its `certainty` (`rules` for a finished game and a move that ends it, `table`,
//! `moves` for a value that follows from the moves, `known` for a published value that no table here holds, `engine`),
//! the kind of `ply` as in `about`, with tables under the fifty-move rule its `rule50` and `dtz` as in `query`, without
//! them the `doubt` that the rule throws on a value, the square of a king in `check`, why the game is `over`, why the
//! value is `not_held`, the `moves` and the best `line` (each with `move`, its `name` for people, the `position` after
//! it, and the places `touched`; the moves with the mover's `value`, `plies`, `text` and `certainty`, and with tables
//! under the rule the `dtz` of the position after it), the number of moves `holding` the result, the number of
//! `only_moves` in a row of the side to move along the best line, whether it is a `mutual_zugzwang`, its `slice`, the
//! rules that the values leave out (`leaves_out`), the `facts` that the board does not show, and the board as `svg`,
//! with the places `touched` marked; `notes` as in `query`. `theme=slate` gives it other colours.
//!
//! # `/api/GAME/picture?position=P&theme=T`
//!
//! The board alone as SVG. The `theme` is `wood` or `slate`.
//!
//! # `/api/GAME/map?position=P&square=S`
//!
//! The map of a piece: `game`, `position`, the `square` of the piece, the `side` to move, the kind of `ply`, and the
//! `squares` where it may stand: each with its name as `square`, the `position` with the piece there (`null` if it
//! cannot stand there), and the `value`, `plies`, `text` and `certainty` for the side to move.
//!
//! # `/api/GAME/atlas?slice=S`
//!
//! Every entry of a slice, for a picture: `game`, `slice`, the names of its `pieces`, the `board` (the name of each
//! square with its column and its row), the `squares` of the pieces of each entry by number, one entry after the other,
//! and the `values`: for a win in N plies N + 1, for a loss -N - 1, for a draw 0, 32767 for a win of unknown depth and
//! -32767 for such a loss, -32768 for an entry without a position. With `entry=N` the answer is the `position` of an
//! entry.
//!
//! # `/api/GAME/report`
//!
//! By POST: the `text` of up to 1,000 games. The answer: `game`, the `games` (each with its `number` in the text, the
//! `players`, the `result`, its `plies`, a `strip` with ply, side and value of the best move, and as `errors` the moves
//! that throw a result away, as in `annotate`), the `endings` (each a `slice` with the number of its `errors` and the
//! `positions` before them), the number of `positions` that were judged, a sentence for each game that is `unreadable`,
//! and whether the text has `more` games, which are left out.
//!
//! # `/api/GAME/guide`
//!
//! The guide of a game: `game`, its `title`, the `answer` in a sentence, a sentence on the start that is `known` from
//! elsewhere, the position that stands for it
//! (`thumbnail`), the paragraphs of its `rules`, and the `pictures` of the rules and the `positions` worth seeing
//! (each with `title`, `position`, `about`, and its `value` and `plies` if they are published).
//!
//! # `/api/GAME/think?position=P&seconds=T&lines=N`
//!
//! The search of the game's own engine, each result on a line as it is found: `game`, `position`, `engine`, the
//! `number` of the line, `depth`, `nodes`, `seconds`, `score` for the side to move, its `unit`, a proved `value` with
//! `plies`, `text` and `certainty`, the `chance` of the side to move from 0 to 1 (`null` if the score tells none), the
//! `line` (as in the view) and whether the search is `done`. A search takes up to 60 seconds, by default 10, for up to
//! 5 lines, by default 3, if the engine searches several. Two searches run at a time. A search ends when its client
//! leaves.
//!
//! # `/api/GAME/reply?position=P&engine=E&seconds=T`
//!
//! The move of an engine, or by default of the tables (`table`): `game`, `engine`, `move`, its `name` for people, the
//! `position` after it, the places `touched`, and the mover's `value`, `plies`, `text` and `certainty` if they are
//! known, with the kind of `ply`. An engine takes up to 10 seconds, and by default 1. In place of an engine, `level=1`
//! to `level=6` names a strength.
//!
//! # `/api/GAME/setup`
//!
//! By POST. The request: the `position` whose state beside the board is kept (the start if it is left out), the `side`
//! to move by its number, the `pieces` on the board (by the names of places, each the number of a piece of `about`; by
//! default the pieces of the position), whether the board was `empty_before`, so that no castling is left, the `rights`
//! that are granted by their numbers (by default the rights in the position), or in place of the pieces a `text` that
//! is no position and tells some of them, whether to `flip` the picture, and its `theme`. The answer: `game`, the
//! `position` or the `error` that says why it is none, its `text`, `side`, `pieces`, whether each of the `rights` is
//! granted (`null` where the pieces do not stand for it), and the board as `svg`.
//!
//! # `/api/GAME/read`
//!
//! By POST: the `text` of a record and the `number` of a game in it, counted from 0. The answer is that game: `game`,
//! the kind of `ply`, the `start`, the `steps` (each with `move`, `name`, `position`, `touched`, the `verdict` of the
//! tables as in `annotate`, the moves by which a result that it throws away was `held_by`, and the `variations` in its
//! place, each with `steps` and `moments`), the `moments` after them (as the start, each with `position`, `side` to
//! move, the `number` of its move, `value`, `plies`, `text`, `certainty`), the `tags` (pairs of a name and a value),
//! the `result` as it stands there, whether `more` games follow, and the `games` of the text (each with its `players`,
//! `event`, `date`, `result`, its number of `plies`, and the `error` if it cannot be read). A step with glyphs such as
//! `$1` has them as `glyphs`. A step with a comment behind it has a `comment`, and so has a line with a comment before
//! its first move. Where a part of the text was lost, dropped or guessed, `notes` has a sentence for each.
//!
//! # `/api/GAME/replay`
//!
//! By POST: the position `start` and the `moves`. The answer is as of `read`.
//!
//! # `/api/GAME/write`
//!
//! By POST: the position `start`, the `moves`, and if they are known the names of the `players` by side, the `comments`
//! (pairs of the number of moves before it and a text), the `glyphs` (pairs of that number and a glyph), the
//! `variations` (each with the `ply` that it replaces, counted from 0, its `moves`, its `comments`, its `glyphs` and
//! its `variations`), the `tags` (pairs of a name and a value) and the `result` of the record that the game comes from.
//! The answer: `game`, the `text` of the record, the `extension` of its file.
//!
//! # `/api/GAME/slices`
//!
//! A slice that has values: `game`, `slice`, `entries`, and whether its values have `depths`.
//!
//! With `serve --cors https://example.org`, pages of that site may read all answers to GET, with `*` pages of every
//! site.
//!
//! # `/standard?fen=P`, `/tablebase/GAME?fen=P`
//!
//! A position in the shape of lila-tablebase, for programs that read that server: `/standard` has chess and
//! `/tablebase/GAME` every game. `_` may stand for a space.
//!
//! ```text
//! curl 'http://127.0.0.1:8484/standard?fen=8/8/8/8/8/4k3/8/4KQ2_w_-_-_0_1'
//! curl 'http://127.0.0.1:8484/tablebase/checkers?fen=W:WK1,K2:BK32'
//! ```
//!
//! The `category` (`win`, `maybe-win`, `cursed-win`, `draw`, `blessed-loss`, `maybe-loss`, `loss`), the depth in plies,
//! positive where the side to move wins and negative where it loses (`dtm` in chess, `dtw` in other games; `dtz` and
//! `precise_dtz` with tables of `solve --dtz`; `dtc` is `null`), `checkmate`, `stalemate`,
//! `insufficient_material`, `variant_win`, `variant_loss`, and the `moves`, best first, each with `uci`, `san`,
//! `zeroing`, `conversion` and all of these fields of the position after it. In chess, without tables of `solve --dtz`,
//! a win is a `maybe-win` if the depth and the plies without a capture or a move of a pawn are more than 100 together,
//! or if the table has no depth.
//!
//! # `/standard/mainline?fen=P`, `/tablebase/GAME/mainline?fen=P`
//!
//! Best play in the shape of lila-tablebase: `dtz`, `dtm`, `dtw`, the `mainline` (each with `uci`, `san` and the depths
//! after the move), and the `winner`: the first letter of the side, or `null`.
//!
//! ```text
//! curl 'http://127.0.0.1:8484/standard/mainline?fen=8/8/8/8/8/4k3/8/4KQ2_w_-_-_0_1'
//! curl 'http://127.0.0.1:8484/tablebase/checkers/mainline?fen=W:WK1,K2:BK32'
//! ```
//!
//! # `/draughts/VARIANT?fen=P`, `/draughts/VARIANT/mainline?fen=P`
//!
//! A position and best play for sites of draughts: the fields above, and `wdl` (2 win, 1 cursed win, 0 draw, -1 blessed
//! loss, -2 loss, `null` if it is not known) of the position and of each move. `dtm` and `dtw` are both the plies to
//! the end. `dtz` is the plies to the next capture or move of a man: where `precise_dtz` is `null`, of the play that
//! ends the game the soonest. `uci` has two digits for every square of a move, `zeroing` marks captures and moves of
//! men, `conversion` captures and crownings.
//!
//! ```text
//! curl 'http://127.0.0.1:8484/draughts/russian?fen=W:WK29,K32:BK5:H0:F1'
//! ```

//! Boards as text and as SVG: for every game of the catalogue, and through the program.

use std::process::Command;

use crate::support::run;
use hindsight::catalogue::{Catalogue, CatalogueGame, GameEntry, games};
use hindsight::draw::{self, Caption, Style, Theme};
use hindsight::game::{Board, Diagram, Game, Notation, move_text, position_text};
use hindsight::games::draughts::Draughts;
use hindsight::games::tigers_and_goats::TigersAndGoats;
use hindsight::search::playout::Random;

/// The elements of an XML document, each with its attributes, and the text between them.
///
/// # Panics
/// If the document is not well-formed.
fn elements(xml: &str) -> Vec<(String, Vec<(String, String)>)> {
    let (mut open, mut elements, mut rest) = (Vec::new(), Vec::new(), xml);
    while let Some(at) = rest.find('<') {
        check_text(&rest[..at]);
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "the tag {tag} closes another");
            continue;
        }
        assert!(!open.is_empty() || elements.is_empty(), "the document has two roots");
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes_text) = tag.split_once(' ').unwrap_or((tag, ""));
        let name_is_sound = !name.is_empty() && name.chars().all(char::is_alphanumeric);
        assert!(name_is_sound, "the tag {tag}");
        let mut attributes: Vec<(String, String)> = Vec::new();
        while !attributes_text.trim().is_empty() {
            let (attribute, after) =
                attributes_text.trim_start().split_once("=\"").expect("a value in quotation marks");
            let (value, after) = after.split_once('"').expect("a value ends");
            check_text(value);
            assert!(attributes.iter().all(|(other, _)| other != attribute), "{attribute} comes twice in {tag}");
            attributes.push((attribute.to_string(), value.to_string()));
            attributes_text = after;
        }
        elements.push((name.to_string(), attributes));
        if !empty {
            open.push(name.to_string());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} do not end");
    elements
}

/// Text has no characters that mean something in XML, other than in entities, and none that it cannot have.
fn check_text(text: &str) {
    for (at, _) in text.match_indices('&') {
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;"];
        assert!(entities.iter().any(|entity| text[at..].starts_with(entity)), "{text:?}");
    }
    assert!(!text.contains(|c: char| c.is_control() && c != '\n' && c != '\t'), "{text:?}");
}

/// Draws positions of random games in every way.
#[derive(Default)]
struct Drawn(usize);

impl Catalogue for Drawn {
    fn add<G: CatalogueGame>(&mut self, entry: GameEntry<G>) {
        let game = &entry.game;
        for seed in 0..5 {
            let (mut random, mut position, mut touched) = (Random::new(seed), game.start(), Vec::new());
            for _ in 0..60 {
                check(&game.diagram(&position), &touched, game.sides().len(), &position_text(game, &position));
                check_set_up(game, &position);
                let moves: Vec<G::Move> = game.moves(&position).collect();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                touched = game.touched(&position, mv);
                let (before, after) = (game.diagram(&position), game.diagram(&game.play(&position, mv)));
                assert!(!touched.is_empty(), "{}", move_text(game, &position, mv));
                // A move ends where a piece of the mover is, on a place that looked otherwise before it.
                let [first, last] = [touched[0], touched[touched.len() - 1]].map(usize::from);
                let piece = after.places[last].piece.expect("a move ends with a piece");
                assert_eq!(usize::from(piece.side), game.side_to_move(&position));
                assert!(first == last || before.places[last].piece != after.places[last].piece);
                position = game.play(&position, mv);
            }
        }
        self.0 += 1;
    }
}

/// A position set up with its own pieces and side is itself, with what the board does not show. One without pieces, or
/// of the wrong side, is a position or an error, and never a panic.
fn check_set_up<G: CatalogueGame>(game: &G, position: &G::Position) {
    let (board, side, kinds) = (game.diagram(position), game.side_to_move(position), game.pieces());
    let pieces: Vec<_> = board.places.iter().map(|place| place.piece).collect();
    assert!(pieces.iter().flatten().all(|piece| kinds.contains(piece)), "{}", game.name());
    let text = game.set_up(&pieces, side, position).expect("every game of this crate is set up");
    assert_eq!(text, position_text(game, position));
    for side in 0..game.sides().len() {
        let nothing = game.set_up(&vec![None; pieces.len()], side, position).expect("a text");
        assert!(
            !nothing.is_empty() && game.parse(&nothing).is_ok_and(|read| game.side_to_move(&read) == side)
                || game.parse(&nothing).is_err(),
            "{nothing}"
        );
        let full = game.set_up(&vec![Some(kinds[0]); pieces.len()], side, position).expect("a text");
        drop(game.parse(&full));
    }
}

/// Checks the drawings of one position.
fn check(diagram: &Diagram, touched: &[u16], sides: usize, position: &str) {
    assert_eq!(diagram.faults(sides), [""; 0], "{position}");
    let pieces = diagram.places.iter().filter(|place| place.piece.is_some()).count();

    let xml =
        draw::svg(diagram, touched, Theme::default(), Caption { title: "the <game> & \u{0}", description: position });
    let elements = elements(&xml);
    let count = |attribute: &str, start: &str| {
        let has = |(name, value): &&(String, String)| name == attribute && value.starts_with(start);
        elements.iter().filter(|(_, attributes)| attributes.iter().any(|pair| has(&pair))).count()
    };
    assert_eq!(count("class", "piece"), pieces, "{position}");
    assert_eq!(count("class", "place"), diagram.places.len());
    assert_eq!(count("data-place", ""), diagram.places.iter().filter(|place| !place.name.is_empty()).count());
    let different: std::collections::HashSet<&u16> = touched.iter().collect();
    assert_eq!(count("class", "place touched"), different.len());
    // Pieces are defined in the picture itself.
    assert_eq!((count("viewBox", "0 0 "), count("href", ""), count("href", "#piece-")), (1, pieces, pieces));
    assert!(xml.contains("<title>the &lt;game&gt; &amp; \u{fffd}</title>"), "{xml}");
    assert!(xml.contains(&format!("<desc>{position}</desc>")), "{xml}");

    let [plain, unicode, colour] =
        [Style::Plain, Style::Unicode, Style::Colour].map(|style| draw::text(diagram, touched, style));
    assert!(plain.is_ascii() && !unicode.contains('\u{1b}') && colour.contains("\u{1b}[0"), "{plain}");
    for line in plain.lines().chain(unicode.lines()) {
        assert!(line.chars().count() <= 80 && line.trim_end() == line, "{line}");
    }
    // Every coloured line ends with the terminal's own colours.
    for line in colour.lines().filter(|line| line.contains('\u{1b}')) {
        assert!(line[line.rfind('\u{1b}').expect("it is there")..].starts_with("\u{1b}[0m"), "{line}");
    }
    let columns = |line: &&str| line.split_whitespace().eq(diagram.columns.iter().map(String::as_str));
    let board = plain.lines().take_while(|line| !line.contains("to move"));
    let places = board.filter(|line| !columns(line)).collect::<String>();
    let letters = diagram.places.iter().filter_map(|place| place.piece).map(|piece| piece.letter);
    for letter in letters.collect::<std::collections::HashSet<_>>() {
        let placed = diagram.places.iter().filter(|place| place.piece.is_some_and(|piece| piece.letter == letter));
        assert_eq!(places.matches(letter).count(), placed.count(), "{plain}");
    }
}

#[test]
fn every_position_is_drawn_with_all_its_pieces() {
    let mut drawn = Drawn::default();
    games(&mut drawn);
    assert!(drawn.0 >= 5, "{} games", drawn.0);
}

#[test]
fn a_jump_touches_its_landing_squares_in_order() {
    let game = Draughts::checkers();
    let names = |text: &str, mv: &str| {
        let position = game.parse(text).expect(text);
        let places = game.touched(&position, game.parse_move(&position, mv).expect(mv));
        let diagram = game.diagram(&position);
        places.iter().map(|&place| diagram.places[usize::from(place)].name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names("B:W21-32:B1-12", "11-15"), ["11", "15"]);
    assert_eq!(names("W:W23:B18,10", "23x14x7"), ["23", "14", "7"]);
    // A king comes back to where it began.
    assert_eq!(names("B:WK10,K18,11,19:BK7,1", "7x14x23x16x7"), ["7", "14", "23", "16", "7"]);
}

#[test]
fn a_capture_of_a_tiger_touches_two_points() {
    let game = TigersAndGoats::new();
    let position = game.parse("T/..TT../..G.../....../.... t 14").expect("a position");
    let captures: Vec<Vec<u16>> =
        ["3x15", "0-5"].iter().map(|mv| game.touched(&position, game.parse_move(&position, mv).expect(mv))).collect();
    assert_eq!(captures, [[3, 15], [0, 5]]);
    assert_eq!(game.touched(&game.start(), game.moves(&game.start()).next().expect("a placement")), [1]);
}

/// Runs the program where nothing is solved.
fn hindsight(arguments: &[&str], variables: &[(&str, &str)], input: &str) -> String {
    let nowhere = tempfile::TempDir::new().expect("a directory for the test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command
        .args(arguments)
        .env("HINDSIGHT_TABLES", nowhere.path())
        .env_remove("NO_COLOR")
        .env("TERM", "xterm-256color");
    let ended = run(command.envs(variables.iter().copied()), input.as_bytes());
    // A search tells of its iterations on standard error.
    assert!(ended.status == 0 && !ended.err.contains('\u{1b}'), "{}", ended.err);
    ended.out
}

#[test]
fn the_program_draws_a_position_as_svg() {
    let start = hindsight(&["diagram", "pangki"], &[], "");
    assert!(start.contains("<title>pangki</title>\n<desc>bbbb/b2b/w2w/wwww w</desc>"), "{start}");
    assert_eq!(start.matches("class=\"piece side-0\"").count(), 6, "{start}");
    elements(&start);
    let king = hindsight(&["diagram", "checkers", "W:WK22,31:BK1,11"], &[], "");
    assert!(king.contains("data-place=\"22\"><title>22: White king</title>"), "{king}");
    assert_eq!((king.matches("<polygon").count(), king.matches("data-place=").count()), (2, 32), "{king}");
}

#[test]
fn a_pipe_gets_ascii() {
    let searched = ["search", "checkers", "W:WK22,31:BK1,11", "--engine", "alphabeta", "--depth", "1"];
    let played = ["play", "tic-tac-toe", "--first", "person", "--second", "person"];
    for variables in [&[][..], &[("NO_COLOR", "1")], &[("NO_COLOR", "")], &[("TERM", "dumb")]] {
        for arguments in [&searched[..], &[&searched[..], &["--ascii"]].concat()] {
            let out = hindsight(arguments, variables, "");
            assert!(out.starts_with("      1B      2.  ") && out.is_ascii() && !out.contains('\u{1b}'), "{out}");
        }
        for arguments in [&played[..], &[&played[..], &["--ascii"]].concat()] {
            let out = hindsight(arguments, variables, "b2\na3\nboard\nquit\n");
            assert!(out.contains("\n2 .[x].\n") && out.contains("\n3[o]. .\n2 . x .\n"), "{out}");
            assert!(out.is_ascii() && !out.contains('\u{1b}'), "{out}");
        }
    }
}

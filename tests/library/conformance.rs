//! Every game keeps the contracts, and a game that does not is found out.

use std::ops::Range;

use hindsight::catalogue::{self, Catalogue, CatalogueGame};
use hindsight::game::{Board, Diagram, Game, Notation, NotationError, Outcome, PlayRules, position_text};
use hindsight::games::pangki::Pangki;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::space::{Entry, Group, SideSwap, Slice, SliceId, Space, Symmetry};
use hindsight::space::{Naming, conformance};

use crate::support::GAMES;

/// Checks every game of a catalogue, and what its engine knows of it.
#[derive(Default)]
struct Suite(Vec<&'static str>);

impl Catalogue for Suite {
    fn add<G: CatalogueGame>(&mut self, entry: catalogue::GameEntry<G>) {
        let game = &entry.game;
        let each = (10_000 / (game.slices().len() as u64).max(1)).min(500);
        let mut violations = conformance::check(game, each);
        // The games of draughts share their grids with checkers and differ in moves, which few pieces show.
        let shares_grids = entry.solver.name() == "subslices" && game.name() != "checkers";
        let most = if shares_grids { 4 } else { u32::MAX };
        let slices = (0..).map(SliceId).zip(game.slices()).filter(|(_, slice)| slice.pieces <= most);
        let slices: Vec<SliceId> = slices.map(|(number, _)| number).collect();
        let text = |position: &G::Position| position_text(game, position);
        entry.solver.check_slices(game, &slices, &text, &mut violations);
        assert!(violations.is_empty(), "{}:\n{}", game.name(), violations.lines().join("\n"));
        self.0.push(game.name());
    }
}

#[test]
fn every_game_of_the_catalogue_keeps_the_contracts() {
    let mut suite = Suite::default();
    catalogue::games(&mut suite);
    assert_eq!(suite.0, GAMES);
}

/// What a [`Faulty`] game gets wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    Rank,
    LeadsTo,
    Outcome,
    Parents,
    Strangers,
    Weight,
    RunWeight,
    SwappedEntries,
    Images,
    Notation,
    MoveNotation,
    Side,
    SameSide,
    Evaluation,
    SharedSquare,
    SharedName,
    PastTheNames,
    Line,
    PieceSide,
    Letter,
    OtherPlaces,
    Touched,
    PartName,
    PartCase,
    TornApart,
    Cycle,
}

/// A game with one fault.
struct Faulty<G> {
    game: G,
    slices: Vec<Slice>,
    fault: Fault,
}

impl<G: Space + PlayRules> Faulty<G> {
    fn new(game: G, fault: Fault) -> Faulty<G> {
        let mut slices = game.slices().to_vec();
        if fault == Fault::LeadsTo {
            slices.iter_mut().for_each(|slice| slice.leads_to.truncate(1));
            slices[0].leads_to.clear();
        }
        let (last, part) = (slices.len() - 1, |name: &str| name.to_string());
        match fault {
            Fault::PartName => slices.iter_mut().for_each(|slice| slice.part = part("a/b")),
            Fault::PartCase => {
                slices.iter_mut().for_each(|slice| slice.part = part("a"));
                slices[last].part = part("A");
            }
            // A slice of its own, in the middle of what leads to it and what it leads to.
            Fault::TornApart => {
                slices.iter_mut().filter(|slice| slice.name == "3v2").for_each(|slice| slice.part = part("b"))
            }
            Fault::Cycle => {
                slices.iter_mut().filter(|slice| slice.name == "4v4").for_each(|slice| slice.part = part("b"))
            }
            // What its rules and its notation get wrong is found without them too.
            Fault::SameSide | Fault::Evaluation | Fault::Notation => slices.clear(),
            _ => {}
        }
        Faulty { game, slices, fault }
    }
}

impl<G: Space + PlayRules> Game for Faulty<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn name(&self) -> &'static str {
        self.game.name()
    }

    fn sides(&self) -> &'static [&'static str] {
        self.game.sides()
    }

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn side_to_move(&self, position: &G::Position) -> usize {
        match self.fault {
            Fault::Side => self.game.side_to_move(position) + 2,
            Fault::SameSide => 0,
            _ => self.game.side_to_move(position),
        }
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.game.outcome(position).filter(|_| self.fault != Fault::Outcome)
    }

    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.game.moves(position)
    }

    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.game.play(position, mv)
    }
}

impl<G: Space + PlayRules> PlayRules for Faulty<G> {
    fn evaluate(&self, position: &G::Position) -> i32 {
        if self.fault == Fault::Evaluation { 1_000_001 } else { self.game.evaluate(position) }
    }
}

impl<G: CatalogueGame> Notation for Faulty<G> {
    fn parse(&self, text: &str) -> Result<G::Position, NotationError> {
        self.game.parse(text)
    }

    fn write(&self, position: &G::Position, text: &mut String) {
        if self.fault != Fault::Notation || self.game.moves(position).count() != 3 {
            self.game.write(position, text);
        }
    }

    fn write_move(&self, position: &G::Position, mv: G::Move, text: &mut String) {
        self.game.write_move(position, mv, text);
        if self.fault == Fault::MoveNotation {
            text.pop();
        }
    }

    fn help(&self) -> &'static str {
        self.game.help()
    }
}

impl<G: CatalogueGame> Board for Faulty<G> {
    fn diagram(&self, position: &G::Position) -> Diagram {
        let mut diagram = self.game.diagram(position);
        let places = diagram.places.len() as u16;
        match self.fault {
            Fault::SharedSquare => (diagram.places[0].column, diagram.places[0].row) = (1, 0),
            Fault::SharedName => diagram.places[0].name = diagram.places[1].name.clone(),
            Fault::PastTheNames => diagram.places[0].row = 200,
            Fault::Line => diagram.lines.push([0, places]),
            Fault::PieceSide => {
                diagram.places.iter_mut().filter_map(|place| place.piece.as_mut()).for_each(|p| p.side = 2)
            }
            Fault::Letter => {
                diagram.places.iter_mut().filter_map(|place| place.piece.as_mut()).for_each(|p| p.letter = '♔')
            }
            Fault::OtherPlaces => diagram.places.truncate(if *position == self.start() { 9 } else { 8 }),
            _ => {}
        }
        diagram
    }

    fn touched(&self, position: &G::Position, mv: G::Move) -> Vec<u16> {
        let past = (self.fault == Fault::Touched).then_some(9);
        self.game.touched(position, mv).into_iter().chain(past).collect()
    }
}

impl<G: Space + PlayRules> Space for Faulty<G> {
    const PARENTS: bool = G::PARENTS;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &G::Position) -> Option<Entry> {
        let entry = self.game.rank(position).filter(|_| !self.slices.is_empty())?;
        let index = if self.fault == Fault::Rank { entry.index ^ 1 } else { entry.index };
        Some(Entry { index, ..entry })
    }

    fn unrank(&self, entry: Entry) -> Option<G::Position> {
        self.game.unrank(entry)
    }

    fn parents(&self, position: &G::Position) -> impl Iterator<Item = G::Position> {
        let skipped = usize::from(self.fault == Fault::Parents);
        let stranger = (self.fault == Fault::Strangers).then_some(*position);
        self.game.parents(position).skip(skipped).chain(stranger)
    }
}

impl<G: Space + PlayRules> Naming for Faulty<G> {}

/// Every position with the other side to move is said to be the first one of this slice.
struct ToTheFirst(SliceId);

impl SideSwap for ToTheFirst {
    fn slice(&self) -> SliceId {
        self.0
    }
    fn indexes(&self, _first: u64, indexes: &mut [u64]) {
        indexes.fill(0);
    }
}

impl<G: Symmetry + PlayRules> Symmetry for Faulty<G> {
    fn images(&self, position: &G::Position) -> impl Iterator<Item = G::Position> {
        let another = self.game.moves(position).next().map(|mv| self.game.play(position, mv));
        self.game.images(position).chain(another.filter(|_| self.fault == Fault::Images))
    }
    fn weight(&self, position: &G::Position) -> u64 {
        self.game.weight(position) + u64::from(self.fault == Fault::Weight)
    }
    fn weight_of(&self, _slice: SliceId, _indexes: Range<u64>) -> Option<u64> {
        (self.fault == Fault::RunWeight).then_some(9)
    }
    fn side_swap(&self, slice: SliceId) -> Option<impl SideSwap> {
        (self.fault == Fault::SwappedEntries).then_some(ToTheFirst(slice))
    }
    fn groups(&self) -> Vec<Group> {
        if self.slices.is_empty() { Vec::new() } else { self.game.groups() }
    }
}

/// Whether some violation is of this rule.
fn finds(game: &impl CatalogueGame, rule: &str) -> bool {
    conformance::check(game, 200).lines().iter().any(|violation| violation.starts_with(rule))
}

#[test]
fn a_fault_is_found_under_its_rule() {
    let rules = [
        (Fault::Rank, "unrank is the inverse of rank"),
        (Fault::LeadsTo, "moves lead where the slice says"),
        (Fault::Outcome, "a game that goes on has a move"),
        (Fault::Parents, "parents are the inverse of moves"),
        (Fault::Strangers, "parents are the inverse of moves"),
        (Fault::Weight, "the weight is the number of images in the entry"),
        (Fault::RunWeight, "consecutive entries weigh what is said of them"),
        (Fault::SwappedEntries, "side-swapped entries hold side-swapped positions"),
        (Fault::Images, "images go on alike"),
        (Fault::Notation, "positions are read as written"),
        (Fault::MoveNotation, "moves are written each in its own way"),
        (Fault::Side, "the side to move is one of the sides"),
        (Fault::SameSide, "teams move in turn where the game says so"),
        (Fault::Evaluation, "evaluations are from minus a million to a million"),
        (Fault::PartName, "parts have names of letters, digits and hyphens"),
        (Fault::PartCase, "parts have names of their own"),
        (Fault::TornApart, "slices that lead to one another are of one part"),
        (Fault::Cycle, "what a part leads to never leads back"),
    ];
    for (fault, rule) in rules {
        let found = conformance::check(&Faulty::new(Pangki::new(), fault), 200).lines();
        assert!(found.iter().any(|violation| violation.starts_with(rule)), "{fault:?}: {found:#?}");
    }
    assert!(finds(&Faulty::new(TicTacToe::new(), Fault::LeadsTo), "moves lead where the slice says"));
}

#[test]
fn a_faulty_diagram_is_found() {
    let (sound, same) = ("diagrams are sound", "diagrams have the same places before and after a move");
    let faults = [
        (Fault::SharedSquare, sound, "two places are at column 1 and row 0"),
        (Fault::SharedName, sound, "two places are called b3"),
        (Fault::PastTheNames, sound, "the place a3 is past the last name"),
        (Fault::Line, sound, "a line joins the places 0 and 9 of 9"),
        (Fault::PieceSide, sound, "is of side 2, of 2"),
        (Fault::Letter, sound, "the cross is '♔' in ASCII"),
        (Fault::OtherPlaces, same, "a1 leads to others"),
        (Fault::Touched, "moves touch places of the diagram", "a1 touches 9, of 9"),
    ];
    for (fault, rule, violation) in faults {
        let found = conformance::check(&Faulty::new(TicTacToe::new(), fault), 2).lines();
        assert!(found.iter().any(|line| line.starts_with(rule) && line.contains(violation)), "{fault:?}: {found:#?}");
    }
}

#[test]
fn without_a_fault_nothing_is_found() {
    let found = conformance::check(&Faulty::new(Pangki::new(), Fault::None), 200).lines();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn violations_without_end_are_counted_and_a_few_told() {
    let found = conformance::check(&Faulty::new(TicTacToe::new(), Fault::Side), u64::MAX).lines();
    assert_eq!(found.len(), 4, "{found:#?}");
    assert!(found[3].ends_with(" more of these"), "{found:#?}");
}

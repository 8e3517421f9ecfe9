//! A question as data: each door puts it in its own words.

/// A question about a game.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Its name in the list of open disagreements.
    pub id: &'a str,
    pub game: &'a str,
    pub tables: Setting,
    pub kind: Kind<'a>,
}

/// The tables that a question is asked with: see [`TestTables`](super::tables::TestTables).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// Every game of draughts but losing checkers to three pieces, and chess to three men with and without the
    /// fifty-move rule.
    Solved,
    /// Tables from which files were removed.
    Incomplete,
    /// No file: the tables in the program, whose results have no depths but in Pangki.
    BuiltIn,
}

/// The word of a question, with its arguments. Positions are texts.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// The value of a position.
    Value(&'a str),
    /// The moves of a position with their values, in order.
    Moves(&'a str),
    /// The best line from a position.
    Line(&'a str),
    /// The value of a position, and the moves that reach it. A door that plays names one of them.
    Best(&'a str),
    /// The result of a position under the rule of quiet plies, with its clock.
    Rule(&'a str),
    /// The positions that satisfy criteria.
    Find(Find<'a>),
    /// The statistics of a slice, or of all together.
    Stats(Option<&'a str>),
}

/// The criteria of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Find<'a> {
    pub slices: &'a [&'a str],
    pub value: Option<&'a str>,
    /// `N`, `A..B` or `max`.
    pub plies: Option<&'a str>,
    pub zugzwang: bool,
    pub quiet: bool,
    pub only_move: bool,
    pub unique: bool,
}

impl Find<'_> {
    /// The positions that are asked for, at most.
    pub const LIMIT: u32 = 7;

    /// The criteria that are on or off, by name.
    pub fn flags(&self) -> impl Iterator<Item = &'static str> {
        let flags = [
            ("zugzwang", self.zugzwang),
            ("quiet", self.quiet),
            ("only_move", self.only_move),
            ("unique", self.unique),
        ];
        flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name)
    }
}

#![doc = include_str!("README.md")]

/// Declares a module for each chapter, and [`CHAPTERS`] with their texts.
macro_rules! chapters {
    ($($name:ident: $topic:literal, $file:literal, $about:literal;)*) => {
        $(
            #[doc = include_str!($file)]
            pub mod $name {}
        )*

        /// Every chapter, in the order of the guide.
        pub const CHAPTERS: &[Chapter] = &[
            $(Chapter { topic: $topic, about: $about, text: include_str!($file) },)*
        ];
    };
}

/// A chapter of the guide.
///
/// ```
/// use hindsight::guide::CHAPTERS;
///
/// let chapter = CHAPTERS.iter().find(|chapter| chapter.topic == "pangki").expect("Pangki has a chapter");
/// assert!(chapter.text.starts_with("# Pangki"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The name by which it is asked for, such as `own-game`.
    pub topic: &'static str,
    /// The subject in a few words.
    pub about: &'static str,
    /// The text in Markdown.
    pub text: &'static str,
}

chapters! {
    sixty_seconds: "sixty-seconds", "sixty_seconds.md", "from nothing to a solved game that answers";
    solving: "solving", "solving.md", "what a solve takes, unattended, resumed, compressed";
    asking: "asking", "asking.md", "query, find, stats, annotate, plots";
    verifying: "verifying", "verifying.md", "laws, samples, published figures, checksums";
    playing: "playing", "playing.md", "play, engines, matches, protocols";
    explorer: "explorer", "explorer.md", "the browser, and answers over HTTP";
    languages: "languages", "languages.md", "from Rust, C and Python";
    own_game: "own-game", "own_game.md", "a game of your own in eight steps";
    pangki: "pangki", "pangki.md", "solved: a draw; with an old question answered";
    checkers: "checkers", "checkers.md", "English draughts: endings to seven pieces";
    losing_checkers: "losing-checkers", "losing_checkers.md", "the losing game: endings to seven pieces";
    russian: "russian", "russian.md", "Russian draughts: endings";
    poddavki: "poddavki", "poddavki.md", "the losing game of Russian draughts: endings";
    brazilian: "brazilian", "brazilian.md", "Brazilian draughts: endings";
    pool: "pool", "pool.md", "pool checkers: endings";
    italian: "italian", "italian.md", "Italian draughts: endings";
    spanish: "spanish", "spanish.md", "Spanish and Portuguese draughts: endings";
    czech: "czech", "czech.md", "Czech draughts: endings";
    thai: "thai", "thai.md", "Thai draughts: endings";
    international: "international", "international.md", "draughts on 100 squares: endings";
    killer: "killer", "killer.md", "international draughts where two kings beat one: endings";
    antidraughts: "antidraughts", "antidraughts.md", "the losing game of international draughts: endings";
    chess: "chess", "chess.md", "endings to five men";
    tic_tac_toe: "tic-tac-toe", "tic_tac_toe.md", "the model of a game";
    tigers_and_goats: "tigers-and-goats", "tigers_and_goats.md", "solved: a draw";
    halma: "halma", "halma.md", "four players in two teams";
    halma_packing: "halma-packing", "halma_packing.md", "one side alone brings its pieces home";
    trust: "trust", "trust.md", "what is tested so that a value is right";
    machines: "machines", "machines.md", "a solve on more than one machine";
    formats: "formats", "formats.md", "the files, and how other programs read them";
    benchmarks: "benchmarks", "benchmarks.md", "how fast, and measured how";
    solvers: "solvers", "solvers.md", "how the solvers work";
    glossary: "glossary", "glossary.md", "one word for one thing";
}

//! The options that select slices by size. Each name of a size in the games is an option: `--pieces N`, `--stones N`.
//!
//! The games are known only when the program runs, so the options are added to the declared arguments by
//! [`with_sizes`], to every subcommand that has `--slice`.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, Id};

use super::values::whole;
use hindsight::open::{AnyGame, Games};
use hindsight::util::units::count;

/// The sizes of a game.
#[derive(Clone, Copy)]
pub struct SizeName {
    /// The name, in the plural: [`Naming::size_name`](hindsight::space::Naming::size_name).
    pub name: &'static str,
    /// Whether a size selects the smaller sizes too: [`Naming::sizes_nest`](hindsight::space::Naming::sizes_nest).
    pub nests: bool,
}

/// The words for a size of this crate's games; the sizes of other games have general words.
struct SizeWords {
    name: &'static str,
    help: &'static str,
    /// The words before and after `3 pieces`.
    around: [&'static str; 2],
}

const WORDS: [SizeWords; 3] = [
    SizeWords {
        name: "pieces",
        help: "Select the slices with up to N pieces on the board",
        around: ["Up to ", " on the board"],
    },
    SizeWords {
        name: "goats",
        help: "Select the slices with up to N goats, on the board and in hand together, in a game with goats",
        around: ["Up to ", " on the board and in hand"],
    },
    SizeWords {
        name: "squares",
        help: "Select the region of N squares, without the smaller ones, in a game with regions",
        around: ["The region of ", ""],
    },
];

impl SizeWords {
    fn of(name: &str) -> Option<&'static SizeWords> {
        WORDS.iter().find(|words| words.name == name)
    }
}

impl SizeName {
    /// The option.
    fn option(self) -> Arg {
        let SizeName { name, nests } = self;
        let help = match (SizeWords::of(name), nests) {
            (Some(words), _) => words.help.to_string(),
            (None, true) => format!("Select the slices of up to N {name}"),
            (None, false) => format!("Select the slices of N {name}"),
        };
        let option = Arg::new(name).long(name).value_name("N").value_parser(whole::<u32>(0..=u32::MAX.into()));
        option.group(GROUP).help(help)
    }

    /// A size in words: `Up to 3 pieces on the board`.
    pub fn text(self, number: u32) -> String {
        let number = count(number.into(), singular(self.name));
        match (SizeWords::of(self.name), self.nests) {
            (Some(SizeWords { around: [before, after], .. }), _) => format!("{before}{number}{after}"),
            (None, true) => format!("Up to {number}"),
            (None, false) => number,
        }
    }
}

/// The sizes by which games select slices, each name once.
pub fn sizes(games: &Games) -> Vec<SizeName> {
    let mut sizes: Vec<SizeName> = Vec::new();
    for facts in games.all().map(AnyGame::facts).filter(|facts| !facts.slices.is_empty()) {
        if sizes.iter().all(|other| other.name != facts.size_name) {
            sizes.push(SizeName { name: facts.size_name, nests: facts.sizes_nest });
        }
    }
    sizes
}

/// The name of a size in the singular.
pub fn singular(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}

/// The group of the options that select slices, of which one may be given.
const GROUP: &str = "selection";

/// The size that the arguments select, with the name of its option.
#[derive(Clone, Debug, Default)]
pub struct Size(pub Option<(String, u32)>);

impl Args for Size {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for Size {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Size, Error> {
        // The options of the group that are no sizes have texts as values.
        let number = |id: &Id| matches.try_get_one::<u32>(id.as_str()).ok().flatten().copied();
        let mut given = matches.get_many::<Id>(GROUP).into_iter().flatten();
        Ok(Size(given.find_map(|id| Some((id.to_string(), number(id)?)))))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Size::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Adds an option for each size to the subcommands that select slices, above `--slice`.
pub fn with_sizes(command: Command, sizes: &[SizeName]) -> Command {
    command.mut_subcommands(|command| {
        let slice = command.get_arguments().find(|argument| argument.get_long() == Some("slice"));
        let Some(first) = slice.map(Arg::get_display_order) else { return command };
        let command = command.mut_args(|argument| match argument.get_display_order() {
            order if order >= first && !argument.is_positional() => argument.display_order(order + sizes.len()),
            _ => argument,
        });
        command.args(sizes.iter().enumerate().map(|(number, size)| size.option().display_order(first + number)))
    })
}

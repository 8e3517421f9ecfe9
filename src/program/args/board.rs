//! The style of boards on standard output.

use std::env;
use std::io::{self, IsTerminal};

use clap::Args;

use hindsight::draw::Style;

/// The style of boards.
#[derive(Debug, Args)]
pub struct BoardOption {
    /// Draw the board in ASCII; the default if the output is not a terminal
    #[arg(long)]
    ascii: bool,
}

impl BoardOption {
    /// The style for standard output: colours for a terminal, unless NO_COLOR is set and not empty (no-color.org);
    /// ASCII for everything else.
    pub fn style(&self) -> Style {
        let set = |name| env::var_os(name).unwrap_or_default();
        let capable = io::stdout().is_terminal() && set("TERM") != "dumb";
        choose(capable && !self.ascii, !set("NO_COLOR").is_empty())
    }
}

/// The style for an output that is or is not capable of Unicode and colours.
fn choose(capable: bool, no_colour: bool) -> Style {
    match (capable, no_colour) {
        (false, _) => Style::Plain,
        (true, true) => Style::Unicode,
        (true, false) => Style::Colour,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_capable_terminals_that_are_allowed_them() {
        let styles = [(false, false), (false, true), (true, true), (true, false)].map(|(a, b)| choose(a, b));
        assert_eq!(styles, [Style::Plain, Style::Plain, Style::Unicode, Style::Colour]);
    }
}

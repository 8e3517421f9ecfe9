//! Published figures and the figures of solved slices, as TOML.

use hindsight::verify::published;
use hindsight::verify::solved::SolvedFigures;

/// Reads a text as both.
pub fn target(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(error) = published::validate(&text) {
        assert!(!error.to_string().is_empty());
    }
    if let Ok(figures) = SolvedFigures::read(&text) {
        let again = SolvedFigures::read(&figures.text()).map(|again| again.text());
        assert_eq!(again.ok(), Some(figures.text()));
    }
}

//! `hindsight query GAME -`: a position a line, each answered on a line of its own, in order.
//!
//! A program at the other end of a pipe may write a line and wait: what is answered goes out before the next line is
//! waited for.

use std::io::{BufRead, BufReader, Read, Write};

use serde::Serialize;
use thiserror::Error;

use super::BUFFER;
use super::answer::say;
use super::failure::{Answer, Failure};
use super::output::json_line;
use crate::game::Value;
use crate::game::{Notation, NotationError};
use crate::query::{NotHeld, Probe};
use crate::space::Space;
use crate::values::Lookup;
use crate::values::LookupError;

/// The longest line in bytes: what has longer ones is no list of positions.
const LONGEST: u64 = 1 << 20;

/// Why a line cannot be answered.
#[derive(Debug, Error)]
enum Why {
    #[error("expected a position, found bytes that are no text in UTF-8")]
    NoText,
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    NotHeld(#[from] NotHeld),
    #[error(transparent)]
    Table(#[from] LookupError),
}

/// A line in error, as `--json` has it.
#[derive(Serialize)]
struct Refused<'a> {
    position: &'a str,
    error: String,
}

impl Refused<'_> {
    /// Writes it on a line.
    fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        json_line(self, out)
    }
}

/// Answers in text with tabs between: `POSITION`, `win`, `loss` or `draw`, and `PLIES`; or `POSITION`, `error` and `WHY`.
///
/// Tabs in the input come back as spaces, so every line has three fields.
pub fn plain<G: Space + Notation>(
    probe: &Probe<G, impl Lookup>,
    input: BufReader<impl Read>,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    answer_all(input, out, &mut |line, answers| {
        let value = value(probe, line);
        match line.contains('\t') {
            true => answers.extend_from_slice(line.replace('\t', " ").as_bytes()),
            false => answers.extend_from_slice(line.as_bytes()),
        }
        match &value {
            Ok(value) => {
                answers.push(b'\t');
                answers.extend_from_slice(value.word().as_bytes());
                match value.plies() {
                    Some(plies) => writeln!(answers, "\t{plies}")?,
                    None => answers.extend_from_slice(b"\t-\n"),
                }
            }
            Err(why) => writeln!(answers, "\terror\t{}", why.to_string().replace(['\t', '\n', '\r'], " "))?,
        }
        Ok(value.err())
    })
}

/// Answers in JSON, an object a line; a line in error gives `{"position","error"}`.
pub fn json<G: Space + Notation>(
    probe: &Probe<G, impl Lookup>,
    input: BufReader<impl Read>,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    answer_all(input, out, &mut |line, answers| {
        let said =
            position(probe.space, line).and_then(|at| say(probe, &at)?.ok_or_else(|| probe.not_held(&at).into()));
        match &said {
            Ok(said) => said.write(answers)?,
            Err(why) => Refused { position: line, error: why.to_string() }.write(answers)?,
        }
        Ok(said.err())
    })
}

fn position<G: Notation>(game: &G, line: &str) -> Result<G::Position, Why> {
    // What is no text comes with these in the place of its bytes.
    match line.contains(char::REPLACEMENT_CHARACTER) {
        true => Err(Why::NoText),
        false if line.trim().is_empty() => Err(NotationError::new("a position", "").into()),
        false => Ok(game.parse(line)?),
    }
}

fn value<G: Space + Notation>(probe: &Probe<G, impl Lookup>, line: &str) -> Result<Value, Why> {
    let position = position(probe.space, line)?;
    probe.value(&position)?.ok_or_else(|| probe.not_held(&position).into())
}

/// Lets `answer` write the answer to every line, and say why if there is none.
///
/// Where a table is damaged, the lines that it has nothing to do with are still answered.
fn answer_all(
    mut input: BufReader<impl Read>,
    out: &mut dyn Write,
    answer: &mut dyn FnMut(&str, &mut Vec<u8>) -> Result<Option<Why>, Failure>,
) -> Result<Answer, Failure> {
    let (mut line, mut answers) = (Vec::new(), Vec::with_capacity(2 * BUFFER));
    let (mut ended, mut damage) = (Answer::Yes, None);
    loop {
        let may_wait = !input.buffer().contains(&b'\n');
        if may_wait || answers.len() >= BUFFER {
            out.write_all(&answers)?;
            answers.clear();
        }
        if may_wait {
            out.flush()?;
        }
        line.clear();
        let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line).map_err(Failure::Input)?;
        if read == 0 {
            break;
        }
        if read as u64 == LONGEST {
            return Err(Failure::Usage(format!("expected a position a line, found a line of {LONGEST} bytes or more")));
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        let text = String::from_utf8_lossy(text.strip_suffix(b"\r").unwrap_or(text));
        match answer(&text, &mut answers)? {
            None => {}
            Some(Why::Table(error)) => damage = damage.or(Some(error)),
            Some(_) => ended = Answer::No,
        }
    }
    match damage {
        Some(error) => Err(error.into()),
        None => Ok(ended),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::solve::{self, retrograde::Retrograde};
    use std::io;
    use std::sync::Mutex;

    /// A program that writes a line only after it has read the answer to the one before.
    struct Waiting<'a> {
        lines: Vec<&'a [u8]>,
        answers: &'a Mutex<Vec<u8>>,
        asked: usize,
    }

    impl Read for Waiting<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            // The last line has no end: it is answered once it is clear that nothing more comes.
            let Some(line) = self.lines.get(self.asked) else { return Ok(0) };
            let answered = self.answers.lock().expect("one thread").iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(answered, self.asked, "an answer is held back");
            buffer[..line.len()].copy_from_slice(line);
            self.asked += 1;
            Ok(line.len())
        }
    }

    struct Shared<'a>(&'a Mutex<Vec<u8>>);

    impl Write for Shared<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("one thread").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_line_is_answered_before_the_next_is_waited_for() {
        let game = TicTacToe::new();
        let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
        let probe = Probe { space: &game, tables: &solved };
        let answers = Mutex::new(Vec::new());
        let lines: Vec<&[u8]> = vec![b".../.../... x\n", b"xo./xo./...\tx\r\n", b"\n", b"\xff\xfe\n", b"xxx/oo./... o"];
        let input = BufReader::new(Waiting { lines, answers: &answers, asked: 0 });
        let ended = plain(&probe, input, &mut Shared(&answers)).expect("nothing is damaged");
        assert_eq!(ended, Answer::No);
        let text = String::from_utf8(answers.into_inner().expect("one thread")).expect("text");
        assert_eq!(
            text.lines().collect::<Vec<_>>(),
            [
                ".../.../... x\tdraw\t-",
                "xo./xo./... x\twin\t1",
                "\terror\texpected a position, found nothing",
                "\u{fffd}\u{fffd}\terror\texpected a position, found bytes that are no text in UTF-8",
                "xxx/oo./... o\tloss\t0",
            ]
        );
    }
}

//! `query GAME -`: reads one position per line, and answers each on a line of its own, in order. Empty lines, lines
//! that begin with `#` and a byte-order mark are skipped.
//!
//! A program at the other end of a pipe may write a line and wait for its answer: answers are flushed before the
//! program waits for input.

use std::io::{self, Write};

use serde::Serialize;
use thiserror::Error;

use crate::advice;
use crate::failure::{Failure, Status};
use crate::input::no_text;
use crate::output::{BUFFER, json_line, note};
use crate::program;
use hindsight::answer::PositionQuery;
use hindsight::answer::lines::{push_position, push_tabbed, push_value};
use hindsight::game::Value;
use hindsight::open::{AnswerError, OpenGame};
use hindsight::util::lines::{LONGEST, LineReader, TextLine};

/// The reason why a line cannot be answered.
#[derive(Debug, Error)]
enum Why {
    #[error("expected a position, found bytes that are not UTF-8 text")]
    NoText,
    #[error("{}", explained(.0))]
    Answer(#[from] AnswerError),
}

/// The message of an error with its remedy.
fn explained(error: &AnswerError) -> String {
    match error {
        AnswerError::NotHeld(not_held) => advice::explain_not_held(not_held, program::invocation()),
        error => error.to_string(),
    }
}

/// A line that cannot be answered: an object of `--json`.
#[derive(Serialize)]
struct LineError<'a> {
    game: &'static str,
    position: &'a str,
    error: String,
}

/// Answers in text separated by tabs: `POSITION`, `win`, `loss` or `draw`, and `PLIES`; or `POSITION`, `error` and
/// `WHY`. If asked for, the best line is a fourth field, its moves separated by spaces.
///
/// Tabs in the input are written as spaces, so every line has these fields.
pub fn plain(game: &dyn OpenGame, with_line: bool, input: LineReader, out: &mut dyn Write) -> Result<Status, Failure> {
    let mut lacks_depth = false;
    let ended = answer_all(input, out, &mut |line, answers| {
        let answer = answer(game, with_line, line);
        if let Ok((value, _)) = answer {
            note_line(game, line.text);
            lacks_depth |= value != Value::Draw && value.plies().is_none();
        }
        push_tabbed(line.text, answers);
        match &answer {
            Ok((value, line)) => {
                answers.push(b'\t');
                push_value(*value, answers);
                if let Some(line) = line {
                    write!(answers, "\t{}", line.join(" "))?;
                }
                answers.push(b'\n');
            }
            Err(why) => write_error(why, answers)?,
        }
        Ok(answer.err())
    });
    // Once, at the end: a program that reads the answers reads no notes.
    if lacks_depth && let Some(text) = advice::without_depths(game, None, program::invocation()) {
        note(text);
    }
    ended
}

/// Answers under the rule of quiet plies, in text separated by tabs: `POSITION`, the result in a word, and the plies to
/// the next move that zeroes the clock, negative for a loss; or `POSITION`, `error` and `WHY`.
pub fn under_rule(game: &dyn OpenGame, input: LineReader, out: &mut dyn Write) -> Result<Status, Failure> {
    answer_all(input, out, &mut |line, answers| {
        let answer = checked(line).and_then(|line| match game.under_rule(line)? {
            Some(rule) => Ok(rule),
            None => Err(game.not_held(line).into()),
        });
        if answer.is_ok() {
            note_line(game, line.text);
        }
        push_tabbed(line.text, answers);
        match &answer {
            Ok(rule) => writeln!(answers, "\t{}\t{}", rule.result.word(), rule.dtz)?,
            Err(why) => write_error(why, answers)?,
        }
        Ok(answer.err())
    })
}

/// Writes the parts of a position on standard error that were dropped or guessed when its line was read.
fn note_line(game: &dyn OpenGame, line: &str) {
    game.notes(line).into_iter().for_each(|dropped| note(format_args!("{line}: {dropped}")));
}

/// Writes the fields of a line in error, after the position.
fn write_error(why: &Why, answers: &mut Vec<u8>) -> io::Result<()> {
    writeln!(answers, "\terror\t{}", why.to_string().replace(['\t', '\n', '\r'], " "))
}

/// Answers in JSON, one object per line; a line in error gives `{"game","position","error"}`.
pub fn json(game: &dyn OpenGame, input: LineReader, out: &mut dyn Write) -> Result<Status, Failure> {
    answer_all(input, out, &mut |line, answers| {
        let answer = checked(line).and_then(|line| Ok(game.ask_whole(line, &PositionQuery::WHOLE)?));
        match &answer {
            Ok(answer) => push_position(answer, answers),
            Err(why) => {
                let error = LineError { game: game.facts().name, position: line.text, error: why.to_string() };
                json_line(&error, answers)?;
            }
        }
        Ok(answer.err())
    })
}

/// The text of a line, if it is text.
fn checked(line: TextLine<'_>) -> Result<&str, Why> {
    if line.is_utf8 { Ok(line.text) } else { Err(Why::NoText) }
}

/// The value of a position, and its best line if that is asked for.
fn answer(game: &dyn OpenGame, with_line: bool, line: TextLine) -> Result<(Value, Option<Vec<String>>), Why> {
    let text = checked(line)?;
    let value = game.value(text)?.ok_or_else(|| game.not_held(text))?;
    if !with_line {
        return Ok((value, None));
    }
    let answer = game.ask_whole(text, &PositionQuery { line: true, ..PositionQuery::default() })?;
    Ok((value, answer.line.map(|line| line.into_iter().map(|step| step.mv).collect())))
}

/// Calls `answer` for each line: it writes the answer, and returns the error of a line in error.
///
/// Lines that do not need a damaged table are still answered.
fn answer_all(
    mut input: LineReader,
    out: &mut dyn Write,
    answer: &mut dyn FnMut(TextLine, &mut Vec<u8>) -> Result<Option<Why>, Failure>,
) -> Result<Status, Failure> {
    if let Some(found) = no_text(input.peek().map_err(Failure::Input)?) {
        return Err(Failure::Usage(format!("expected one position per line, found {found}")));
    }
    let mut answers = Vec::with_capacity(2 * BUFFER);
    let (mut ended, mut damage) = (Status::Success, None);
    loop {
        let may_wait = input.may_wait();
        if may_wait || answers.len() >= BUFFER {
            out.write_all(&answers)?;
            answers.clear();
        }
        if may_wait {
            out.flush()?;
        }
        let Some(line) = input.next_line().map_err(failure)? else { break };
        match answer(line, &mut answers)? {
            None => {}
            Some(Why::Answer(AnswerError::Table(error))) => damage = damage.or(Some(error)),
            Some(_) => ended = Status::Negative,
        }
    }
    match damage {
        Some(error) => Err(error.into()),
        None => Ok(ended),
    }
}

/// The failure of input that cannot be read.
fn failure(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::InvalidData => {
            Failure::Usage(format!("expected one position per line, found a line of {LONGEST} bytes or more"))
        }
        _ => Failure::Input(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight::open::{Games, Sources};
    use std::io::Read;
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
        let game = Games::standard().open("tic-tac-toe", &Sources::default(), &()).expect("tic-tac-toe is small");
        let answers = Mutex::new(Vec::new());
        let lines: Vec<&[u8]> = vec![
            b"\xef\xbb\xbf.../.../... x\n",
            b"# a comment\n\n  \r\nxo./xo./...\tx\r\n",
            b"\t\xff\xfe \n",
            b"xxx/oo./... o",
        ];
        let input = LineReader::new(Waiting { lines, answers: &answers, asked: 0 }, BUFFER);
        let ended = plain(&*game, true, input, &mut Shared(&answers)).expect("nothing is damaged");
        assert_eq!(ended, Status::Negative);
        let text = String::from_utf8(answers.into_inner().expect("one thread")).expect("text");
        assert_eq!(
            text.lines().collect::<Vec<_>>(),
            [
                ".../.../... x\tdraw\t-\ta1 b2 b1 c1 a3 a2 c2 b3 c3",
                "xo./xo./... x\twin\t1\ta1",
                "\u{fffd}\u{fffd}\terror\texpected a position, found bytes that are not UTF-8 text",
                "xxx/oo./... o\tloss\t0\t",
            ]
        );
    }
}

//! Tables that are damaged, cut, or of something else, seen through the program: a message, never a wrong answer.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{Ended, run};
use hindsight::game::{Game, Notation, position_text};
use hindsight::games::pangki::Pangki;
use hindsight::query::Probe;
use hindsight::solve::{self, bitsets::Bitsets};
use hindsight::space::{Entry, SliceId, Space};
use hindsight::table::{Store, TableWriter};
use hindsight::values::Memory;
use tempfile::TempDir;

const BLOCK: usize = 65_536;

/// A table of Pangki, and what should be in it.
struct Kept {
    game: Pangki,
    solved: Memory,
    directory: TempDir,
    path: PathBuf,
    sound: Vec<u8>,
    random: u64,
}

impl Kept {
    fn new(seed: u64) -> Kept {
        let game = Pangki::new();
        let solved = solve::in_memory(&game, &Bitsets, &()).expect("it can be solved");
        let directory = TempDir::new().expect("a directory for the test");
        let store = Store::new(directory.path());
        let lock = store.lock(|_| ()).expect("nobody has the lock");
        TableWriter::new(&lock, &store.scan(&game), &game, 0).plain(&solved).expect("it can be written");
        let path = store.path("pangki", "");
        let sound = fs::read(&path).expect("it was written");
        Kept { game, solved, directory, path, sound, random: seed }
    }

    /// A random number below another.
    fn below(&mut self, end: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % end
    }

    /// Where the checksums and the values begin.
    fn parts(&self) -> (usize, usize) {
        let header = u64::from_le_bytes(self.sound[16..24].try_into().expect("eight bytes")) as usize;
        let values = self.game.slices().iter().fold(0, |end: u64, slice| end.next_multiple_of(8) + slice.entries);
        (32 + header, self.sound.len() - values as usize)
    }

    /// Flips a random bit of the byte there.
    fn flip(&mut self, at: usize) {
        let mut bytes = self.sound.clone();
        bytes[at] ^= 1 << self.below(8);
        self.put(&bytes);
    }

    fn put(&self, bytes: &[u8]) {
        fs::write(&self.path, bytes).expect("it can be written");
    }

    fn hindsight(&self, arguments: &[&str], input: &str) -> Ended {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
        run(command.args(arguments).env("HINDSIGHT_TABLES", self.directory.path()), input.as_bytes())
    }

    /// A position whose value is in this block of the table, if its slices have one.
    fn position_in(&mut self, block: usize) -> Option<<Pangki as Game>::Position> {
        let (mut found, mut begin) = (Vec::new(), 0);
        for (number, slice) in self.game.slices().iter().enumerate() {
            let end = begin + slice.entries as usize;
            let (from, to) = (begin.max(block * BLOCK), end.min((block + 1) * BLOCK));
            if from < to {
                found.push((SliceId(number as u32), from - begin, to - begin));
            }
            begin = end.next_multiple_of(8);
        }
        let choice = self.below(found.len());
        let (slice, from, to) = found[choice];
        let first = self.below(to - from);
        (from + first..to).find_map(|index| self.game.unrank(Entry { slice, index: index as u64 }))
    }

    /// Streams one position of this block and some of other blocks: the first must be refused, and the others
    /// answered right or refused.
    fn block_is_refused(&mut self, block: usize) {
        let Some(inside) = self.position_in(block) else { return };
        let (inside, blocks) =
            (position_text(&self.game, &inside), (self.sound.len() - self.parts().1).div_ceil(BLOCK));
        let mut positions = vec![inside.clone()];
        for _ in 0..10 {
            let other = self.below(blocks);
            positions.extend(self.position_in(other).map(|position| position_text(&self.game, &position)));
        }
        let ended = self.hindsight(&["query", "pangki", "-"], &positions.join("\n"));
        self.nothing_is_wrong(&positions, &ended.out);
        assert!(ended.out.starts_with(&format!("{inside}\terror\t")), "{}", ended.out);
        is_about_damage(&ended.message());

        let ended = self.hindsight(&["query", "pangki", &inside, "--json"], "");
        assert!(ended.out.starts_with("{\"game\":\"pangki\",\"error\":"), "{}", ended.out);
        is_about_damage(&ended.message());
        is_about_damage(&self.hindsight(&["verify", "pangki", "--checksums"], "").message());
    }

    /// That every line of answers is right or an error.
    fn nothing_is_wrong(&self, positions: &[String], answers: &str) {
        let probe = Probe { space: &self.game, tables: &self.solved };
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines.len(), positions.len(), "{answers}");
        for (line, text) in lines.iter().zip(positions) {
            let position = self.game.parse(text).expect("a position");
            let value = probe.value(&position).expect("memory can be trusted").expect("all are solved");
            let plies = value.plies().map_or("-".to_string(), |plies| plies.to_string());
            let right = format!("{text}\t{}\t{plies}", value.word());
            assert!(*line == right || line.starts_with(&format!("{text}\terror\t")), "{line}, expected {right}");
        }
    }

    /// That the whole file is refused, by every subcommand that needs it.
    fn is_refused(&self, subcommands: &[&[&str]]) {
        for arguments in subcommands {
            let ended = self.hindsight(arguments, "bbbb/b2b/w2w/wwww w\n");
            assert!(!ended.out.contains("win") && !ended.out.contains("draw"), "{}", ended.out);
            is_about_damage(&ended.message());
        }
    }
}

/// That a message says which file it is about, what was expected and found, and what to do.
fn is_about_damage(message: &str) {
    for part in ["pangki.table: expected ", "found ", "`hindsight solve pangki`"] {
        assert!(message.contains(part), "{part:?} is missing in: {message}");
    }
}

const QUERY: &[&[&str]] = &[&["query", "pangki"]];
const ALL: &[&[&str]] = &[
    &["solve", "pangki"],
    &["query", "pangki"],
    &["query", "pangki", "--json"],
    &["query", "pangki", "-"],
    &["stats", "pangki"],
    &["verify", "pangki"],
    &["verify", "pangki", "--checksums"],
    &["play", "pangki", "--first", "table"],
];

#[test]
fn a_flipped_bit_before_the_values_is_noticed() {
    let mut kept = Kept::new(1);
    let (checksums, values) = kept.parts();
    let end = checksums + 8 * (kept.sound.len() - values).div_ceil(BLOCK);
    for number in 0..45 {
        // The fields at fixed places, the header, and the padding.
        let at = match number % 3 {
            0 => kept.below(32),
            1 => 32 + kept.below(checksums - 32),
            _ => end + kept.below(values - end),
        };
        kept.flip(at);
        kept.is_refused(QUERY);
    }
    kept.is_refused(ALL);
    let games = kept.hindsight(&["games"], "").answer();
    assert!(games.contains("unusable, see verify"), "{games}");
}

#[test]
fn a_flipped_bit_of_a_checksum_is_noticed() {
    let mut kept = Kept::new(2);
    let (checksums, values) = kept.parts();
    let blocks = (kept.sound.len() - values).div_ceil(BLOCK);
    for _ in 0..15 {
        let at = kept.below(8 * blocks);
        kept.flip(checksums + at);
        kept.block_is_refused(at / 8);
    }
}

#[test]
fn a_flipped_bit_of_a_value_is_noticed() {
    let mut kept = Kept::new(3);
    let values = kept.parts().1;
    for _ in 0..40 {
        let at = kept.below(kept.sound.len() - values);
        kept.flip(values + at);
        kept.block_is_refused(at / BLOCK);
    }
    let stats = kept.hindsight(&["stats", "pangki"], "");
    assert_eq!(stats.out, "");
    is_about_damage(&stats.message());
    is_about_damage(&kept.hindsight(&["verify", "pangki", "--laws"], "").message());
}

#[test]
fn a_table_that_was_cut_or_is_another_is_refused_until_it_is_deleted() {
    let mut kept = Kept::new(4);
    let (checksums, values) = kept.parts();
    let sound = kept.sound.clone();
    let mut lengths = vec![0, 1, 31, 32, checksums, values, sound.len() - 1];
    lengths.extend((0..40).map(|_| kept.below(sound.len())));
    for length in lengths {
        kept.put(&sound[..length]);
        kept.is_refused(QUERY);
    }
    kept.is_refused(ALL);

    kept.put(&[&sound[..8], &2u32.to_le_bytes(), &sound[12..]].concat());
    kept.is_refused(ALL);
    kept.put(&[&sound[..12], &[0; 4], &sound[16..]].concat());
    kept.is_refused(ALL);

    kept.hindsight(&["solve", "tic-tac-toe"], "").answer();
    fs::copy(kept.path.with_file_name("tic-tac-toe.table"), &kept.path).expect("it can be copied");
    kept.is_refused(ALL);

    // What the messages say helps.
    fs::remove_file(&kept.path).expect("it is there");
    kept.hindsight(&["solve", "pangki"], "").answer();
    assert!(fs::read(&kept.path).expect("it was written") == sound);
}

//! Numbers as people read and write them.

use std::time::Duration;

/// A number with commas between the thousands: `43,046,721`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The size of a file as people read it, in decimal units as disks are sold: `5.9 MB` is 5.9 million bytes.
pub fn size(bytes: u64) -> String {
    let scaled = |unit: f64, name: &str| format!("{:.1} {name}", bytes as f64 / unit);
    match bytes {
        0..1000 => count(bytes, "byte"),
        1000..1_000_000 => scaled(1e3, "kB"),
        1_000_000..1_000_000_000 => scaled(1e6, "MB"),
        1_000_000_000..1_000_000_000_000 => scaled(1e9, "GB"),
        _ => scaled(1e12, "TB"),
    }
}

/// A size of memory as people read it, in binary units as memory is sold: `84.3 MiB` is 84.3 times 2^20 bytes.
pub fn memory_size(bytes: u64) -> String {
    let scaled = |shift: u32, name: &str| format!("{:.1} {name}", bytes as f64 / (1u64 << shift) as f64);
    match bytes.checked_ilog2().unwrap_or(0) {
        0..10 => count(bytes, "byte"),
        10..20 => scaled(10, "KiB"),
        20..30 => scaled(20, "MiB"),
        30..40 => scaled(30, "GiB"),
        _ => scaled(40, "TiB"),
    }
}

/// A number of things with their singular or plural: `1 part`, `12 parts`, `2 entries`, `3 plies`.
pub fn count(number: u64, one: &str) -> String {
    let number_text = thousands(number);
    match (number, one.strip_suffix('y')) {
        (1, _) => format!("{number_text} {one}"),
        // A `y` after a consonant becomes `ie`. No noun of this program has a vowel before its `y`.
        (_, Some(stem)) => format!("{number_text} {stem}ies"),
        (_, None) => format!("{number_text} {one}s"),
    }
}

/// A number of plies of a game of `sides` sides with the number of moves, or of rounds with more than two sides:
/// `29 plies (15 moves)`, `29 plies (8 rounds)`. See [`rounds`].
pub fn plies(plies: u64, sides: usize) -> String {
    if sides < 2 {
        return count(plies, "move");
    }
    let round = if sides > 2 { "round" } else { "move" };
    format!("{} ({})", count(plies, "ply"), count(rounds(plies, sides), round))
}

/// The number of rounds in a number of plies, with the last, incomplete one. In a round each side moves once, so this
/// is the number of moves of the side that moves first.
pub fn rounds(plies: u64, sides: usize) -> u64 {
    plies.div_ceil(sides.max(1) as u64)
}

/// Reads a number of bytes: `512M`, `6GiB`, `6GB`, or digits alone. A unit that ends in `B` without an `i` is decimal,
/// as [`size`] writes it; the others are binary, as [`memory_size`] writes them: `M` and `MiB` are 2^20 bytes, `MB` is
/// 10^6.
///
/// # Errors
/// The form that was expected.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.find(|c: char| !c.is_ascii_digit()) {
        Some(end) => text.split_at(end),
        None => (text, ""),
    };
    let unit = unit.to_ascii_uppercase();
    let (prefix, base) = match (unit.strip_suffix("IB"), unit.strip_suffix('B')) {
        (Some(prefix), _) => (prefix, 1024u64),
        (None, Some(prefix)) => (prefix, 1000),
        (None, None) => (unit.as_str(), 1024),
    };
    let power = match prefix {
        "" if unit.is_empty() => Some(0),
        "K" => Some(1),
        "M" => Some(2),
        "G" => Some(3),
        "T" => Some(4),
        _ => None,
    };
    let number = digits.parse::<u64>().ok().zip(power).and_then(|(number, power)| number.checked_mul(base.pow(power)));
    number.ok_or_else(|| "expected bytes, with K, M, G or T for a unit, such as 512M, 6GiB or 6GB".to_string())
}

/// Reads a time: `500ms`, `1.5s`, `2m`, or seconds alone.
///
/// # Errors
/// The form that was expected.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match text.find(|c: char| !c.is_ascii_digit() && c != '.') {
        Some(end) => text.split_at(end),
        None => (text, "s"),
    };
    let unit = match unit {
        "ms" => Some(0.001),
        "s" => Some(1.0),
        "m" => Some(60.0),
        _ => None,
    };
    let seconds = digits.parse::<f64>().ok().zip(unit).map(|(number, unit)| number * unit);
    seconds
        .filter(|seconds| *seconds <= 1e6)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a time in ms, s or m of at most a million seconds, such as 500ms or 1.5s".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_have_commas() {
        let numbers = [0, 7, 999, 1000, 43_046_721, 1_234_567_890];
        let texts = ["0", "7", "999", "1,000", "43,046,721", "1,234,567,890"];
        assert_eq!(numbers.map(thousands), texts);
    }

    #[test]
    fn sizes_are_written_in_the_unit_that_suits_them() {
        let sizes = [0, 1, 999, 1000, 5_873_249, 39_123_000_000_000];
        assert_eq!(sizes.map(size), ["0 bytes", "1 byte", "999 bytes", "1.0 kB", "5.9 MB", "39.1 TB"]);
    }

    #[test]
    fn counts_are_singular_or_plural() {
        assert_eq!([count(1, "part"), count(1200, "part")], ["1 part", "1,200 parts"]);
        assert_eq!([count(1, "ply"), count(0, "ply"), count(2, "entry")], ["1 ply", "0 plies", "2 entries"]);
    }

    #[test]
    fn plies_are_counted_in_moves_or_rounds_too() {
        assert_eq!([12, 1].map(|number| plies(number, 1)), ["12 moves", "1 move"]);
        assert_eq!(
            [29, 2, 0].map(|number| plies(number, 2)),
            ["29 plies (15 moves)", "2 plies (1 move)", "0 plies (0 moves)"]
        );
        assert_eq!(
            [29, 28, 4].map(|number| plies(number, 4)),
            ["29 plies (8 rounds)", "28 plies (7 rounds)", "4 plies (1 round)"]
        );
    }

    #[test]
    fn memory_is_written_in_binary_units() {
        let sizes = [0, 1, 1023, 1024, 1 << 20, 3 << 29, 5 << 40];
        let texts = ["0 bytes", "1 byte", "1,023 bytes", "1.0 KiB", "1.0 MiB", "1.5 GiB", "5.0 TiB"];
        assert_eq!(sizes.map(memory_size), texts);
    }

    #[test]
    fn a_size_is_read_in_the_unit_that_it_names() {
        assert_eq!(bytes("5000"), Ok(5000));
        for (text, expected) in [("512M", 512 << 20), ("6g", 6 << 30), ("6GiB", 6 << 30), ("2kib", 2048)] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for (text, expected) in
            [("512MB", 512_000_000), ("6gb", 6_000_000_000), ("2kB", 2000), ("1TB", 1_000_000_000_000)]
        {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for wrong in ["", "G", "-1", "1.5G", "6B", "6iB", "6 G", "6Gi", "6GBB", "99999999999999999999", "20000000T"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_has_its_unit() {
        for (text, millis) in [("500ms", 500), ("1.5s", 1500), ("2m", 120_000), ("3", 3000), ("0s", 0)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for wrong in ["", "s", "-1s", "1h", "1e3", "1.2.3", "soon", "9999999999s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}

//! Numbers as people read them.

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

/// An amount of bytes as people read it: `5.9 MB`.
pub fn size(bytes: u64) -> String {
    let scaled = |unit: f64, name: &str| format!("{:.1} {name}", bytes as f64 / unit);
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        1000..1_000_000 => scaled(1e3, "kB"),
        1_000_000..1_000_000_000 => scaled(1e6, "MB"),
        1_000_000_000..1_000_000_000_000 => scaled(1e9, "GB"),
        _ => scaled(1e12, "TB"),
    }
}

/// A number of things: `1 part`, `12 parts`.
pub fn count(number: u64, one: &str) -> String {
    format!("{} {one}{}", thousands(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_told_apart() {
        let numbers = [0, 7, 999, 1000, 43_046_721, 1_234_567_890];
        let texts = ["0", "7", "999", "1,000", "43,046,721", "1,234,567,890"];
        assert_eq!(numbers.map(thousands), texts);
    }

    #[test]
    fn sizes_are_told_in_the_unit_that_suits_them() {
        let sizes = [0, 999, 1000, 5_873_249, 39_123_000_000_000];
        assert_eq!(sizes.map(size), ["0 bytes", "999 bytes", "1.0 kB", "5.9 MB", "39.1 TB"]);
        assert_eq!([count(1, "part"), count(1200, "part")], ["1 part", "1,200 parts"]);
    }
}

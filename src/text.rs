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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_told_apart() {
        let numbers = [0, 7, 999, 1000, 43_046_721, 1_234_567_890];
        let texts = ["0", "7", "999", "1,000", "43,046,721", "1,234,567,890"];
        assert_eq!(numbers.map(thousands), texts);
    }
}

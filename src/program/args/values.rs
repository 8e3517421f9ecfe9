//! Parsers for the values of options. The errors say what was expected; [`message`](super::message) adds the rest.

use std::net::SocketAddr;
use std::ops::RangeInclusive;

/// Reads a whole number, 1 or more.
///
/// # Errors
/// For any other text.
pub fn one_or_more(text: &str) -> Result<u64, &'static str> {
    text.parse().ok().filter(|&number| number > 0).ok_or("expected a whole number, 1 or more")
}

/// The parser of a whole number of a range, which the type can hold.
pub fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number =
            text.parse().ok().filter(|number| range.contains(number)).and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| match *range.end() {
            u64::MAX => format!("expected a whole number, {} or more", range.start()),
            last => format!("expected a whole number from {} to {last}", range.start()),
        })
    }
}

/// Reads an address with a port.
///
/// # Errors
/// For any other text.
pub fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "expected an address and a port such as 192.168.1.5:8484, or --port P to serve this machine alone")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_their_range_are_refused_with_the_range() {
        let read = whole::<u16>(1..=256);
        assert_eq!((read("1"), read("256")), (Ok(1), Ok(256)));
        for wrong in ["", "0", "257", "-1", "1.5", "two", "99999999999999999999"] {
            assert_eq!(read(wrong), Err("expected a whole number from 1 to 256".to_string()), "{wrong}");
        }
        assert_eq!((one_or_more("3"), one_or_more("0").is_err()), (Ok(3), true));
    }

    #[test]
    fn an_address_has_a_port() {
        assert!(address("127.0.0.1:0").is_ok() && address("[::1]:80").is_ok());
        assert!(["8500", "", "localhost:80", "1.2.3.4"].iter().all(|text| address(text).is_err()));
    }
}

//! The day of the calendar, and the time of the day.

use std::time::{SystemTime, UNIX_EPOCH};

/// The day of a time in UTC, as records of games have it: `2026.05.31`.
pub fn day(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    let [year, month, day] = civil(days);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The time of the day in UTC: `14:03:59Z`.
pub fn clock(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() % 86_400);
    format!("{:02}:{:02}:{:02}Z", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The year, month and day of a number of days since 1970 (Howard Hinnant, "chrono-compatible low-level date
/// algorithms": years begin in March, so that a leap day is their last).
fn civil(days: u64) -> [u64; 3] {
    const ERA: u64 = 146_097;
    let days = days + 719_468;
    let (era, day) = (days / ERA, days % ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    [era * 400 + year + u64::from(month <= 2), month, day]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn days_follow_one_another_through_every_month_and_leap_year() {
        assert_eq!(civil(0), [1970, 1, 1]);
        let mut expected = [1970, 1, 1];
        for days in 0..300_000 {
            assert_eq!(civil(days), expected, "day {days}");
            let [year, month, day] = &mut expected;
            let leap = *year % 4 == 0 && (*year % 100 != 0 || *year % 400 == 0);
            let length = [31, 28 + u64::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][*month as usize - 1];
            *day += 1;
            if *day > length {
                (*day, *month) = (1, *month + 1);
            }
            if *month > 12 {
                (*month, *year) = (1, *year + 1);
            }
        }
    }

    #[test]
    fn a_day_is_written_with_its_zeros() {
        let time = UNIX_EPOCH + Duration::from_secs(951_782_400 + 86_399);
        assert_eq!((day(time), clock(time)), ("2000.02.29".to_string(), "23:59:59Z".to_string()));
    }
}

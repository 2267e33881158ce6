//! Times as SQLite's texts have them.

/// Seconds since 1970 of `YYYY-MM-DD[ HH:MM[:SS[.fff]]]`; parts of a second only when they are zero.
pub(super) fn seconds(text: &str) -> Option<i64> {
    let (date, time) = match text.split_once([' ', 'T']) {
        Some((date, time)) => (date, time.trim_end_matches('Z')),
        None => (text, "00:00:00"),
    };
    let date: Vec<&str> = date.split('-').collect();
    let [year, month, day] = date.as_slice() else { return None };
    if year.len() != 4 || month.len() != 2 || day.len() != 2 {
        return None;
    }
    let (year, month, day): (i64, i64, i64) =
        (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    if fraction.bytes().any(|b| b != b'0') {
        return None;
    }
    let time: Vec<i64> = time.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let (hour, minute, second) = match time.as_slice() {
        [hour, minute] => (*hour, *minute, 0),
        [hour, minute, second] => (*hour, *minute, *second),
        _ => return None,
    };
    let in_range = (1..=12).contains(&month) && (1..=31).contains(&day) && (0..24).contains(&hour);
    if !in_range || !(0..60).contains(&minute) || !(0..60).contains(&second) {
        return None;
    }
    Some(days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second)
}

/// Days since 1970 in the Gregorian calendar: years begin in March, so that leap days come last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn texts_of_times_are_seconds() {
        assert_eq!(seconds("1970-01-01 00:00:00"), Some(0));
        assert_eq!(seconds("2000-03-01"), Some(951_868_800));
        assert_eq!(seconds("2024-02-29 12:30:01.000000"), Some(1_709_209_801));
        assert_eq!(seconds("1969-12-31 23:59:59"), Some(-1));
        for wrong in ["2024-1-1", "yesterday", "2024-02-29 12:30:01.5", "2024-13-01"] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }
}

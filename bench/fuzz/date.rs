//! Reads intervals of ISO 8601 - two dates, or a date and a duration - and says how many days they have.

use std::io::Read;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    year: i32,
    month: u32,
    day: u32,
}

#[derive(Debug, Default)]
struct Duration {
    months: u32,
    days: u32,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Error {
    Form,
    Range,
    Order,
}

fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Date {
    fn new(year: i32, month: u32, day: u32) -> Option<Date> {
        let valid = (1..=12).contains(&month) && day >= 1 && day <= days_of(year, month);
        valid.then_some(Date { year, month, day })
    }

    /// The day of the year, which begins with 1.
    fn of_year(year: i32, mut day: u32) -> Option<Date> {
        for month in 1..=12 {
            if day <= days_of(year, month) {
                return Date::new(year, month, day);
            }
            day -= days_of(year, month);
        }
        None
    }

    /// Days since the first of March of the year 0.
    fn number(self) -> i64 {
        let year = i64::from(self.year) - i64::from(self.month <= 2);
        let month = (i64::from(self.month) + 9) % 12;
        year * 365 + year.div_euclid(4) - year.div_euclid(100)
            + year.div_euclid(400)
            + (month * 153 + 2) / 5
            + i64::from(self.day)
    }

    /// The same day so many months later.
    fn later(self, months: u32) -> Date {
        let months = self.month - 1 + months;
        let year = self.year + (months / 12) as i32;
        Date::new(year, months % 12 + 1, self.day).expect("the day is that of a date")
    }
}

/// So many digits as a number, and what follows.
fn digits(text: &str, count: usize) -> Result<(u32, &str), Error> {
    let (number, rest) = text.split_at_checked(count).ok_or(Error::Form)?;
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Error::Form);
    }
    Ok((number.parse().map_err(|_| Error::Form)?, rest))
}

/// `2024-02-29`, or the day of a year: `2024-060`.
fn date(text: &str) -> Result<Date, Error> {
    let (year, rest) = digits(text, 4)?;
    let year = year as i32;
    let rest = rest.strip_prefix('-').ok_or(Error::Form)?;
    if rest.len() == 3 {
        let (day, _) = digits(rest, 3)?;
        return Date::of_year(year, day).ok_or(Error::Range);
    }
    let (month, rest) = digits(rest, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-').ok_or(Error::Form)?, 2)?;
    if !rest.is_empty() {
        return Err(Error::Form);
    }
    Date::new(year, month, day).ok_or(Error::Range)
}

/// Numbers with `Y`, `M`, `W` and `D`, in this order.
fn duration(mut text: &str) -> Result<Duration, Error> {
    let mut found = Duration::default();
    let mut units = "YMWD";
    while !text.is_empty() {
        let end = text.find(|c: char| !c.is_ascii_digit()).ok_or(Error::Form)?;
        let number: u32 = text[..end].parse().map_err(|_| Error::Form)?;
        let unit = text[end..].chars().next().ok_or(Error::Form)?;
        let place = units.find(unit).ok_or(Error::Form)?;
        units = &units[place + 1..];
        text = &text[end + 1..];
        if number > 9999 {
            return Err(Error::Range);
        }
        match unit {
            'Y' => found.months += 12 * number,
            'M' => found.months += number,
            'W' => found.days += 7 * number,
            _ => found.days += number,
        }
    }
    Ok(found)
}

fn interval(line: &str) -> Result<i64, Error> {
    let (from, to) = line.split_once('/').ok_or(Error::Form)?;
    let from = date(from)?;
    let days = match to.strip_prefix('P') {
        Some(text) => {
            let duration = duration(text)?;
            let to = if duration.months > 0 { from.later(duration.months) } else { from };
            to.number() - from.number() + i64::from(duration.days)
        }
        None => date(to)?.number() - from.number(),
    };
    if days < 0 { Err(Error::Order) } else { Ok(days) }
}

pub fn parse(data: &[u8]) -> Result<i64, Error> {
    let text = std::str::from_utf8(data).map_err(|_| Error::Form)?;
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(interval).sum()
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}

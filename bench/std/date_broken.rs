// effigy: --sym-stdin 10
//! `date.rs` with a defect: a leap day is believed to come every year.
//! Meant to be explored with 10 bytes of standard input.

use std::fmt;
use std::io;
use std::process::ExitCode;
use std::str::FromStr;

const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Date {
    year: u32,
    month: u32,
    day: u32,
}

fn is_leap(year: u32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in_month(year: u32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Date {
    /// The date, if there is such a day in the years 1 to 9999.
    fn new(year: u32, month: u32, day: u32) -> Option<Date> {
        let valid = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in_month(year, month)).contains(&day);
        valid.then_some(Date { year, month, day })
    }

    fn day_of_year(self) -> u32 {
        (1..self.month).map(|month| days_in_month(self.year, month)).sum::<u32>() + self.day
    }

    fn weekday(self) -> &'static str {
        let years = self.year - 1;
        let days = years * 365 + years / 4 - years / 100 + years / 400 + self.day_of_year() - 1;
        WEEKDAYS[days as usize % WEEKDAYS.len()]
    }

    /// The same day of the next year.
    fn next_year(self) -> Option<Date> {
        if self.year == 9999 {
            return None;
        }
        let next = Date::new(self.year + 1, self.month, self.day);
        Some(next.expect("the same day of the next year")) //~ FINDING[panic]: the same day of the next year
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fields: Vec<&str> = text.split('-').collect();
        let &[year, month, day] = fields.as_slice() else {
            return Err(format!("{} fields instead of 3", fields.len()));
        };
        let number = |field: &str| field.parse().map_err(|problem| format!("{field}: {problem}"));
        Date::new(number(year)?, number(month)?, number(day)?)
            .ok_or_else(|| format!("there is no day {text}"))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

fn main() -> ExitCode {
    let mut line = String::new();
    if io::stdin().read_line(&mut line).is_err() {
        eprintln!("date: the input is not text");
        return ExitCode::FAILURE;
    }
    match line.trim().parse::<Date>() {
        Ok(date) => {
            println!("{date} is a {}, day {} of the year", date.weekday(), date.day_of_year());
            match date.next_year() {
                Some(next) => println!("a year later: {next}, a {}", next.weekday()),
                None => println!("the calendar ends here"),
            }
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("date: {problem}");
            ExitCode::FAILURE
        }
    }
}

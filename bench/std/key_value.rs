// effigy: --sym-stdin 12
//! Settings, one `key=value` a line, with a report of all keys and the mean of the values that are set.
//! Meant to be explored with 12 bytes of standard input.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::num::ParseIntError;
use std::process::ExitCode;

/// Why a line is refused.
enum LineError {
    NoEquals,
    EmptyKey,
    BadValue(ParseIntError),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::NoEquals => f.write_str("no `=` in the line"),
            LineError::EmptyKey => f.write_str("a value without a key"),
            LineError::BadValue(cause) => write!(f, "bad value: {cause}"),
        }
    }
}

impl From<ParseIntError> for LineError {
    fn from(cause: ParseIntError) -> Self {
        LineError::BadValue(cause)
    }
}

/// The key and the value of a line; nothing for blank lines and comments.
fn parse_line(line: &str) -> Result<Option<(&str, i32)>, LineError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (key, value) = line.split_once('=').ok_or(LineError::NoEquals)?;
    let key = key.trim_end();
    if key.is_empty() {
        return Err(LineError::EmptyKey);
    }
    Ok(Some((key, value.trim_start().parse()?)))
}

/// The mean of all values but zeros, which mean "not set".
fn mean(settings: &BTreeMap<String, i32>) -> Option<i64> {
    let set: Vec<i64> = settings.values().filter(|v| **v != 0).map(|v| i64::from(*v)).collect();
    let count = i64::try_from(set.len()).ok()?;
    set.iter().sum::<i64>().checked_div(count)
}

fn main() -> ExitCode {
    let mut settings = BTreeMap::new();
    for (index, line) in io::stdin().lines().enumerate() {
        let line = match line {
            Ok(line) => line,
            Err(problem) => {
                eprintln!("cannot read standard input: {problem}");
                return ExitCode::FAILURE;
            }
        };
        match parse_line(&line) {
            Ok(None) => {}
            Ok(Some((key, value))) => {
                if let Some(old) = settings.insert(key.to_string(), value) {
                    eprintln!("line {}: `{key}` was {old} before", index + 1);
                }
            }
            Err(problem) => {
                eprintln!("line {}: {problem}", index + 1);
                return ExitCode::FAILURE;
            }
        }
    }
    for (key, value) in &settings {
        println!("{key:>8} = {value}");
    }
    match mean(&settings) {
        Some(mean) => println!("{} settings, mean {mean}", settings.len()),
        None => println!("{} settings, none set", settings.len()),
    }
    ExitCode::SUCCESS
}

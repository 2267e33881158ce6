//! Times and sizes as people write them.

use std::time::Duration;

/// A time: `30` and `30s` are seconds; also `250ms`, `5m` and `2h`.
///
/// # Errors
/// A sentence that says what is valid.
pub fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let number: f64 =
        number.parse().map_err(|_| "expected a time such as 30, 250ms, 5m or 2h".to_owned())?;
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; valid are ms, s, m, h")),
    };
    Duration::try_from_secs_f64(number * scale).map_err(|e| e.to_string())
}

/// A size in bytes: `500` and `500M` are megabytes; also `64K` and `2G`.
///
/// # Errors
/// A sentence that says what is valid.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let number: u64 =
        number.parse().map_err(|_| "expected a size in MB such as 500, or 2G".to_owned())?;
    let shift = match unit.to_ascii_uppercase().as_str() {
        "K" | "KB" => 10,
        "" | "M" | "MB" => 20,
        "G" | "GB" => 30,
        _ => return Err(format!("`{unit}` is no unit of memory; valid are K, M, G")),
    };
    number.checked_mul(1 << shift).ok_or_else(|| format!("`{text}` is more than any machine has"))
}

/// The lengths that an input can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The least, where there are several.
    pub least: Option<usize>,
    /// The greatest.
    pub most: usize,
}

/// A length in bytes, or all from one to another: `8`, `0..8`.
///
/// # Errors
/// A sentence that says what is valid.
pub fn lengths(text: &str) -> Result<Lengths, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let parsed = match text.split_once("..") {
        None => number(text).map(|most| Lengths { least: None, most }),
        Some((least, most)) => {
            let (least, most) = (number(least), number(most.trim_start_matches('=')));
            least.zip(most).map(|(least, most)| Lengths { least: Some(least), most })
        }
    };
    match parsed {
        Some(Lengths { least: Some(least), most }) if least > most => {
            Err(format!("there is no length from {least} to {most}"))
        }
        Some(lengths) => Ok(lengths),
        None => Err("expected a number of bytes such as 8, or a range such as 0..8".to_owned()),
    }
}

/// A length in bytes, for what runs inputs of one length.
///
/// # Errors
/// A sentence that says what is valid.
pub fn length(text: &str) -> Result<usize, String> {
    match lengths(text)? {
        Lengths { least: None, most } => Ok(most),
        Lengths { .. } => {
            Err("a range of lengths is for `effigy explore`; give one length".to_owned())
        }
    }
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests;

//! The texts of a class.

use super::Class;
use crate::error::RecordsError;
use crate::query::{Pattern, PatternPart};
use std::collections::BTreeSet;

/// A character that stands between parts of invented texts.
const BETWEEN: char = '~';

/// The constants of a class and as many invented words as asked for, of each kind that can be distinguished.
pub(super) fn words(class: &Class, count: usize) -> Result<Vec<String>, RecordsError> {
    let mut texts: BTreeSet<String> = class.constants.clone();
    match (class.ordered, class.patterns.is_empty()) {
        (true, false) => {
            let why = "LIKE and the order of the same texts";
            return Err(RecordsError::Unsupported(why.into()));
        }
        (true, true) => ordered(class, count, &mut texts)?,
        (false, true) => invent(&mut texts, count, short),
        (false, false) => like(class, count, &mut texts)?,
    }
    Ok(texts.into_iter().collect())
}

/// `w1`, `w2`, ...
fn short(n: usize) -> String {
    format!("w{n}")
}

/// Adds new texts from a numbered supply.
fn invent(texts: &mut BTreeSet<String>, count: usize, make: impl Fn(usize) -> String) {
    let mut added = 0;
    let mut n = 0;
    while added < count {
        n += 1;
        if texts.insert(make(n)) {
            added += 1;
        }
    }
}

/// Words in each gap that the constants leave.
fn ordered(class: &Class, count: usize, texts: &mut BTreeSet<String>) -> Result<(), RecordsError> {
    let constants: Vec<&String> = class.constants.iter().collect();
    for (index, constant) in constants.iter().enumerate() {
        let next = constants.get(index + 1);
        between(constant, next.map(|s| s.as_str()), count, texts)?;
    }
    match constants.first() {
        None => invent(texts, count, |n| format!("w{n:03}")),
        Some(first) => between("", Some(first.as_str()), count, texts)?,
    }
    Ok(())
}

/// Adds texts above one text and below another: behind the former, with characters that people can read if those fit.
fn between(
    low: &str,
    high: Option<&str>,
    count: usize,
    texts: &mut BTreeSet<String>,
) -> Result<(), RecordsError> {
    let first = low.to_owned() + "\u{0}";
    if high.is_some_and(|high| high <= first.as_str()) {
        return Ok(());
    }
    for small in 0..4 {
        for filler in ["~", "a", "0", " ", "\u{1}", "\u{0}"] {
            let filler = "\u{1}".repeat(small) + filler;
            let candidates: Vec<String> =
                (1..=count).map(|n| format!("{low}{filler}{n:03}")).collect();
            if candidates.iter().all(|c| high.is_none_or(|high| c.as_str() < high)) {
                texts.extend(candidates);
                return Ok(());
            }
        }
    }
    Err(RecordsError::Unsupported(format!(
        "the texts between {low:?} and {:?}",
        high.unwrap_or_default()
    )))
}

fn like(class: &Class, count: usize, texts: &mut BTreeSet<String>) -> Result<(), RecordsError> {
    let patterns = &class.patterns;
    let constant =
        |pattern: &Pattern| pattern.parts.iter().all(|p| matches!(p, PatternPart::Character(_)));
    let contained: Option<Vec<String>> = patterns.iter().map(Pattern::contained).collect();
    let supply: Vec<String> = match contained {
        Some(parts) => {
            let usable = parts.len() <= 4 && parts.iter().all(|part| !part.contains(BETWEEN));
            if !usable {
                return Err(RecordsError::Unsupported(
                    "so many patterns of LIKE on the same texts".into(),
                ));
            }
            let subsets = 0..1usize << parts.len();
            subsets
                .map(|set| {
                    let chosen = parts.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                    let chosen: Vec<&str> = chosen.map(|(_, part)| part.as_str()).collect();
                    chosen.join(&BETWEEN.to_string())
                })
                .collect()
        }
        None if patterns.iter().all(constant) => {
            // A constant is like texts that differ in the case of letters: all of them are few, or many enough.
            for pattern in patterns {
                texts.extend(cases(pattern, count));
            }
            vec![String::new()]
        }
        None if patterns.len() == 1 => return one_pattern(&patterns[0], count, texts),
        None => {
            return Err(RecordsError::Unsupported(
                "these patterns of LIKE on the same texts".into(),
            ));
        }
    };
    for text in supply {
        let same = |made: &String| {
            patterns.iter().all(|p| p.matches(made) == p.matches(&text) || text.is_empty())
        };
        invent(texts, count, |n| {
            let made = format!("{text}{BETWEEN}{n}");
            // A number behind it can be a part that a pattern looks for; other signs then stand for the number.
            if same(&made) && (!text.is_empty() || patterns.iter().all(|p| !p.matches(&made))) {
                return made;
            }
            format!("{text}{}", BETWEEN.to_string().repeat(n))
        });
    }
    Ok(())
}

/// Texts that are like a pattern without wild cards.
fn cases(pattern: &Pattern, count: usize) -> Vec<String> {
    let letters: Vec<char> = pattern
        .parts
        .iter()
        .filter_map(|part| match part {
            PatternPart::Character(c) => Some(*c),
            _ => None,
        })
        .collect();
    let mut found = BTreeSet::from([letters.iter().collect::<String>()]);
    for number in 0..1u64 << letters.len().min(16) {
        if found.len() > count {
            break;
        }
        let swapped = letters.iter().enumerate().map(|(i, c)| match number >> i.min(63) & 1 {
            1 if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
            1 => c.to_ascii_lowercase(),
            _ => *c,
        });
        found.insert(swapped.collect());
    }
    found.into_iter().collect()
}

/// Texts that are like one pattern and texts that are not. A pattern can be so narrow that there are few of either.
fn one_pattern(
    pattern: &Pattern,
    count: usize,
    texts: &mut BTreeSet<String>,
) -> Result<(), RecordsError> {
    let fillers = ["", "a", "b", "~", "0", "z9"];
    let mut like = BTreeSet::new();
    let mut unlike = BTreeSet::new();
    for n in 0..(count * 8 + 8) {
        for filler in fillers {
            let filled: String = pattern
                .parts
                .iter()
                .map(|part| match part {
                    PatternPart::Any if n == 0 => filler.to_owned(),
                    PatternPart::Any => format!("{filler}{n}"),
                    PatternPart::One => char::from(b'a' + (n % 26) as u8).to_string(),
                    PatternPart::Character(c) => c.to_string(),
                })
                .collect();
            for candidate in [
                filled.clone(),
                format!("{filler}{n}"),
                format!("{filler}{n}{filled}"),
                format!("{filled}{n}~"),
            ] {
                let to = if pattern.matches(&candidate) { &mut like } else { &mut unlike };
                if to.len() < count && !texts.contains(&candidate) {
                    to.insert(candidate);
                }
            }
        }
    }
    let all_like =
        pattern.parts.iter().all(|part| *part == PatternPart::Any) && !pattern.parts.is_empty();
    if like.len() < count || (unlike.len() < count && !all_like) {
        return Err(RecordsError::Unsupported("a pattern of LIKE that few texts are like".into()));
    }
    texts.extend(like);
    texts.extend(unlike);
    Ok(())
}

//! Words that do not come back: the project once used them for concepts that have a standard name.
//!
//! `docs/glossary.md` defines the standard names. The list holds only words without another common use in the code.

/// Each word or phrase in small letters, and what to write instead.
pub const WORDS: &[(&str, &str)] = &[
    ("meld", "merge"),
    ("melds", "merges"),
    ("melded", "merged"),
    ("melding", "merging"),
    ("hunt", "random testing"),
    ("hunts", "random testing"),
    ("hunted", "random testing"),
    ("hunter", "random testing"),
    ("hunting", "random testing"),
    ("twin", "mutant"),
    ("twins", "mutants"),
    ("world", "system state, or environment model"),
    ("worlds", "system states, or environment models"),
    ("masses", "path weights"),
    ("hindmost", "last in program order"),
    ("steer", "control the terminal"),
    ("steers", "controls the terminal"),
    ("steered", "controlled the terminal"),
    ("desk", "coordinator"),
    ("teller", "reporter"),
    ("shipment", "job for another process"),
    ("dealer", "name it after what it allots"),
    ("told apart", "distinguished"),
];

/// What stands in a line that keeps the name of a field in a file.
const KEPT_NAME: &str = "serde(rename";

/// The words of the list in a text, each with its line, counted from 1, and what to write instead. A word counts in any
/// case, by itself and as a part of an identifier: `hunt`, `start_hunt`, `HuntOptions`. A line with `serde(rename` may have
/// one: names in files that users keep do not change.
pub fn forbidden(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.contains(KEPT_NAME)) {
        let parts = parts(line);
        for (word, instead) in WORDS {
            let wanted: Vec<&str> = word.split(' ').collect();
            let same = |window: &[&str]| {
                window.iter().zip(&wanted).all(|(part, word)| part.eq_ignore_ascii_case(word))
            };
            if parts.windows(wanted.len()).any(same) {
                found.push((number + 1, *word, *instead));
            }
        }
    }
    found
}

/// The words of a line, identifiers taken apart at `_` and where a capital letter begins a word.
fn parts(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for run in line.split(|c: char| !c.is_ascii_alphanumeric()) {
        let bytes = run.as_bytes();
        let mut start = 0;
        for at in 1..bytes.len() {
            let begins = bytes[at].is_ascii_uppercase()
                && (!bytes[at - 1].is_ascii_uppercase()
                    || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase));
            if begins {
                parts.push(&run[start..at]);
                start = at;
            }
        }
        if start < run.len() {
            parts.push(&run[start..]);
        }
    }
    parts
}

#[cfg(test)]
mod tests;

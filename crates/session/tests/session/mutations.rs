//! Broken modules from end to end: each gives a located error or a run that ends, and never a panic.

use effigy_exec::explorer::Exploration;
use effigy_exec::stop::Ending;
use effigy_session::error::SessionError;
use effigy_session::explore::leaves;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::ExploreOptions;
use effigy_testkit::{Rng, TempDir, cases, shown};
use std::time::Duration;

const MODULE: &str = include_str!("mutations/scanner.ll");

/// Mutated modules.
const MUTANTS: u64 = 1_000;

/// Words that stand in no place of the module, or in few.
const TOKENS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "7",
    "64",
    "4294967296",
    "99999999999999999999",
    "i1",
    "i7",
    "i32",
    "i64",
    "i128",
    "ptr",
    "void",
    "undef",
    "null",
    "%i",
    "%sum",
    "@table",
    "@main",
    "label",
    "double",
    "<2 x i32>",
    "zeroinitializer",
];

/// Text with one to three changes: most of them keep its form, so that what is broken is found late.
fn mutate(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + rng.below(2) {
        let (a, b) = (rng.below(lines.len()), rng.below(lines.len()));
        match rng.below(16) {
            0 => lines.swap(a, b),
            1 => drop(lines.remove(a)),
            2 => lines.insert(a, lines[b].clone()),
            3 => lines.truncate(a.max(1)),
            4 => lines[a] = flip(&lines[a], rng),
            5..=7 => lines[a] = replace_word(&lines[a], &lines[b], rng),
            _ => lines[a] = exchange_alike(&lines[a], text, rng),
        }
    }
    lines.join("\n")
}

/// The line with one of its characters changed.
fn flip(line: &str, rng: &mut Rng) -> String {
    let mut bytes = line.as_bytes().to_vec();
    if !bytes.is_empty() {
        let at = rng.below(bytes.len());
        bytes[at] = b' ' + rng.below(95) as u8;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The line with one of its words replaced by a token or by a word of another line.
fn replace_word(line: &str, other: &str, rng: &mut Rng) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let others: Vec<&str> = other.split_whitespace().collect();
    let at = rng.below(words.len());
    let comma = if words[at].ends_with(',') { "," } else { "" };
    let word =
        if others.is_empty() || rng.one_in(2) { *rng.pick(&TOKENS) } else { *rng.pick(&others) };
    let word = format!("{}{comma}", word.trim_end_matches(','));
    words[at] = &word;
    words.join(" ")
}

/// The line with one of its words replaced by a word of its kind from anywhere in the module.
fn exchange_alike(line: &str, text: &str, rng: &mut Rng) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let at = rng.below(words.len());
    let alike: Vec<&str> = text.split_whitespace().filter(|w| kind(w) == kind(words[at])).collect();
    if !alike.is_empty() {
        words[at] = *rng.pick(&alike);
    }
    words.join(" ")
}

/// What a word looks like: its first character by class, and what it ends in.
fn kind(word: &str) -> (char, bool) {
    let class = match word.chars().next() {
        Some(c) if c.is_ascii_digit() || c == '-' => '0',
        Some('i') if word.trim_start_matches('i').starts_with(|c: char| c.is_ascii_digit()) => 'i',
        Some(c) if c.is_ascii_lowercase() => 'a',
        other => other.unwrap_or(' '),
    };
    (class, word.ends_with(','))
}

fn explore(text: &str, folder: &TempDir) -> Result<Exploration, SessionError> {
    let mut options = ExploreOptions::new(folder.write("mutant.ll", text));
    options.symbolic_stdin = Some(4);
    options.threads = Some(1);
    options.budget.steps = Some(20_000);
    options.budget.forks = Some(1_000);
    options.budget.time = Some(Duration::from_secs(2));
    options.budget.query_time = Some(Duration::from_secs(1));
    leaves(LANGUAGES, &options)
}

/// Whether a mutant ran at all.
fn runs(text: &str, folder: &TempDir) -> bool {
    match explore(text, folder) {
        Err(SessionError::Load { diagnostics }) => {
            let located = !diagnostics.is_empty()
                && diagnostics.iter().all(|d| d.line > 0 && !d.message.is_empty());
            assert!(located, "an error without a place: {diagnostics:?}");
            false
        }
        Err(SessionError::NoEntry { .. }) => false,
        Err(other) => panic!("{other}"),
        Ok(explored) => {
            for path in &explored.paths {
                assert!(!matches!(path.ending, Ending::Internal(_)), "{:?}", path.ending);
            }
            true
        }
    }
}

#[test]
fn the_module_itself_is_explored_to_its_end() {
    let folder = TempDir::new();
    let explored = explore(MODULE, &folder).unwrap_or_else(|e| panic!("{e}"));
    for path in &explored.paths {
        assert!(matches!(path.ending, Ending::Exit(0 | 1)), "{:?}", path.ending);
    }
    assert!(explored.paths.len() > 50, "{}", explored.paths.len());
}

#[test]
fn a_thousand_mutants_end_without_a_panic() {
    let folder = TempDir::new();
    let mut ran = 0;
    cases(0..MUTANTS, |seed| {
        let text = mutate(MODULE, &mut Rng::new(seed));
        let _shown = shown(&text);
        ran += u64::from(runs(&text, &folder));
    });
    assert!(ran * 4 > MUTANTS, "only {ran} mutants could be run");
}

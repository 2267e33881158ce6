//! Broken modules: each gives located errors or parses, and never more.

use super::ask_everything;
use super::fixtures::fixtures;
use effigy_base::source::Diagnostic;
use effigy_lang_llvm::module::Module;
use effigy_testkit::{Rng, cases, shown};

/// Mutations of each fixture.
const MUTATIONS: usize = 200;

const TOKENS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "\"",
    ",",
    "=",
    "!",
    "!0",
    "%",
    "%0",
    "@",
    "#",
    "#0",
    "*",
    "...",
    "i0",
    "i1",
    "i64",
    "i8388607",
    "ptr",
    "void",
    "-1",
    "0x",
    "99999999999999999999",
    "label",
    "metadata",
    "undef",
    "null",
    "c\"",
    "zeroinitializer",
    "splat",
    "\\",
    ";",
    "\n",
    ":",
    "é",
    "define",
    "!DILocation(",
    "x",
    "vscale",
];

/// The text with one to four changes.
fn mutate(text: &str, random: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(7) {
            0 => bytes[at] ^= 1 << random.below(7),
            1 => {
                let end = (at + 1 + random.below(8)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let end = (at + random.below(200)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => bytes.truncate(at.max(1)),
            4 => swap_lines(&mut bytes, random),
            5 => {
                let token = TOKENS[random.below(TOKENS.len())];
                bytes.splice(at..at, token.bytes());
            }
            _ => {
                let from = random.below(bytes.len());
                let piece: Vec<u8> =
                    bytes.iter().skip(from).take(1 + random.below(60)).copied().collect();
                bytes.splice(at..at, piece);
            }
        }
        if bytes.is_empty() {
            bytes.push(b'\n');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn swap_lines(bytes: &mut Vec<u8>, random: &mut Rng) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return;
    }
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    lines.swap(a, b);
    *bytes = lines.join("\n").into_bytes();
}

fn assert_located(error: &Diagnostic, text: &str) {
    let line = text.lines().nth(error.line as usize - 1).unwrap_or("");
    assert!(error.line >= 1 && error.column >= 1, "no place: {error}");
    assert!(error.column as usize <= line.len() + 2, "the column is not in the line: {error}");
    assert!(!error.message.is_empty());
}

#[test]
fn mutated_modules_give_located_errors_or_parse() {
    let fixtures = fixtures();
    let tried = fixtures.len() * MUTATIONS;
    let (mut refused, mut parsed) = (0, 0);
    cases(0..tried as u64, |seed| {
        let (path, text) = &fixtures[seed as usize / MUTATIONS];
        let mutated = mutate(text, &mut Rng::new(seed));
        let _shown = shown(&mutated);
        match Module::parse(path, mutated.clone()) {
            Err(error) => {
                refused += 1;
                assert_located(&error, &mutated);
            }
            Ok(module) => {
                let errors = ask_everything(&module);
                errors.iter().for_each(|e| assert_located(e, &mutated));
                parsed += usize::from(errors.is_empty());
                refused += usize::from(!errors.is_empty());
            }
        }
    });
    assert!(tried >= 1000, "only {tried} mutations");
    assert!(
        refused > tried / 4 && parsed > tried / 20,
        "{refused} refused and {parsed} parsed of {tried}"
    );
}

#[test]
fn every_prefix_of_a_body_is_answered() {
    let (path, text) = fixtures().into_iter().find(|(p, _)| p == "forms.ll").expect("the fixture");
    for (end, _) in text.char_indices() {
        match Module::parse(&path, text[..end].to_owned()) {
            Err(error) => assert_located(&error, &text[..end]),
            Ok(module) => drop(ask_everything(&module)),
        }
    }
}

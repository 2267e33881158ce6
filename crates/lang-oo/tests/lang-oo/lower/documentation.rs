//! The examples of `docs/oo-language.md`.

use super::support::Run;

const PAGE: &str = include_str!("../../../../../docs/oo-language.md");

/// The fenced parts of the page: language and text.
fn examples() -> Vec<(&'static str, &'static str)> {
    let mut examples = Vec::new();
    let mut parts = PAGE.split("\n```");
    parts.next();
    while let (Some(fenced), Some(_)) = (parts.next(), parts.next()) {
        examples.push(fenced.split_once('\n').unwrap());
    }
    examples
}

#[test]
fn the_examples_of_the_page_are_lowered() {
    let (mut program, mut programs, mut traces) = ("", 0, 0);
    for (language, text) in examples() {
        match language {
            "oo" => {
                Run::new(text).lowered();
                Run::unbounded(text).lowered();
                (program, programs) = (text, programs + 1);
            }
            "trace" => {
                let leaves = Run::new(program).trace(text);
                assert!(!leaves.is_empty());
                traces += 1;
            }
            other => panic!("an example in the language `{other}`"),
        }
    }
    assert!(programs >= 9 && traces >= 1, "{programs} programs, {traces} traces");
}

/// The words of the language that the lexer knows stand on the page.
#[test]
fn every_word_of_the_language_is_on_the_page() {
    let lexer = include_str!("../../../src/lexer.rs");
    let tokens = lexer.split("#[token(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let words = tokens.filter(|token| token.chars().all(|c| c.is_ascii_alphabetic()));
    // What other languages have is not named one by one.
    let foreign = [
        "implements",
        "interface",
        "abstract",
        "override",
        "super",
        "instanceof",
        "private",
        "protected",
        "static",
        "final",
        "break",
        "continue",
        "switch",
        "do",
        "try",
        "throw",
    ];
    let missing: Vec<&str> =
        words.filter(|word| !foreign.contains(word) && !PAGE.contains(word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

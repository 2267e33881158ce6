//! The parser: what it reads, what it says of what is wrong, and that it prints what it read.

mod constructs;
mod errors;
mod figures;
mod malformed;
mod mutation;
mod round_trip;
mod traces;

use effigy_base::source::Diagnostic;
use effigy_lang_oo::parse;
use effigy_lang_oo::tree::Program;

/// The program of a text without errors.
fn program(text: &str) -> Program {
    let (program, errors) = parse("test.oo", text.as_bytes());
    let errors: Vec<String> = errors.iter().map(Diagnostic::to_string).collect();
    assert!(errors.is_empty(), "{text}\n{}", errors.join("\n"));
    program
}

/// The errors of a text as `line:column: message`.
fn errors(text: &str) -> Vec<String> {
    let (_, errors) = parse("test.oo", text.as_bytes());
    errors.iter().map(|e| format!("{}:{}: {}", e.line, e.column, e.message)).collect()
}

/// A tree without places and numbers of statements.
fn bare(program: &Program) -> String {
    let text = format!("{program:?}");
    let mut bare = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['@', 'n']) {
        let (before, from) = rest.split_at(at);
        bare.push_str(before);
        let skipped = if from.starts_with('@') {
            from.find([' ', ',', '}']).unwrap()
        } else if let Some(digits) = from.strip_prefix("number: ") {
            from.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len()
        } else {
            bare.push('n');
            1
        };
        rest = &from[skipped..];
    }
    bare + rest
}

/// What is printed is read back as the same tree.
fn assert_round_trip(program: &Program) {
    let printed = program.to_string();
    let again = self::program(&printed);
    assert_eq!(bare(&again), bare(program), "{printed}");
    assert_eq!(again.to_string(), printed);
}

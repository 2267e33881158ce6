//! Malformed files: each has an error where a person would look for it, and none makes the parser panic.

use effigy_base::source::Diagnostic;
use effigy_lang_pli::{MAX_ERRORS, parse};
use effigy_testkit::pli::malformed::{MALFORMED, NOT_TEXT, around, long_lines, nested};

fn refused(text: &[u8]) -> Vec<Diagnostic> {
    let errors = parse("bad.pli", text).1;
    let beginning: String = String::from_utf8_lossy(text).chars().take(400).collect();
    assert!(!errors.is_empty(), "accepted: {beginning}");
    errors
}

#[test]
fn malformed_files_have_located_errors() {
    assert!(MALFORMED.len() >= 100);
    let mut wrong = Vec::new();
    for (text, line, message) in MALFORMED {
        let errors = refused(text.as_bytes());
        let located = errors.iter().any(|e| e.line == *line && e.message.contains(message));
        if !located || errors.len() > 3 {
            let errors: Vec<String> = errors.iter().map(Diagnostic::to_string).collect();
            wrong.push(format!("{text}\nwants {line}: {message}\n{}\n", errors.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bytes_that_are_not_text_have_located_errors() {
    for (text, line) in NOT_TEXT {
        let errors = refused(text);
        let located = errors.iter().any(|e| e.line == *line && e.message.contains("UTF-8"));
        assert!(located, "{errors:?}");
    }
}

#[test]
fn truncated_programs_are_refused() {
    let text = super::example("search.pli");
    let end = text.trim_end().len();
    let start = text.find("SEARCH:").unwrap();
    for at in (0..end).filter(|at| text.is_char_boundary(*at)) {
        let errors = refused(&text.as_bytes()[..at]);
        assert!(at <= start || errors[0].line > 0, "{at}: {errors:?}");
    }
}

#[test]
fn endless_nesting_is_an_error() {
    for text in nested() {
        let errors = refused(text.as_bytes());
        let told = errors.iter().any(|e| e.message == "nested deeper than 256" && e.line >= 2);
        let beginning: String = text.chars().take(40).collect();
        assert!(told && errors.len() <= 3, "{beginning}: {} errors", errors.len());
    }
}

#[test]
fn endless_chains_are_an_error() {
    for operator in [" + ", " * ", " & "] {
        let chain = format!("X = 1{};", format!("{operator}X").repeat(100_000));
        let errors = refused(around(&chain).as_bytes());
        assert_eq!(errors[0].message, "an expression of more than 1000 operators in a row");
    }
}

#[test]
fn what_nests_just_deep_enough_is_read_and_printed() {
    const DEEP: usize = 250;
    for text in [
        format!("X = 1{};", " + X".repeat(1000)),
        format!("X = {}1{};", "-(".repeat(DEEP / 2), ")".repeat(DEEP / 2)),
        format!("X = {}1{};", "A(".repeat(DEEP), ")".repeat(DEEP)),
        format!("PROVE ({}X = 1);", "FORALL I IN 1..2: ".repeat(DEEP)),
        format!("{}{}", "DO WHILE (X > 0); ".repeat(DEEP), "END; ".repeat(DEEP)),
        format!("{};", "IF X = 1 THEN; ELSE ".repeat(DEEP)),
    ] {
        super::assert_round_trip(&super::program(&around(&text)));
    }
}

#[test]
fn long_rubbish_is_refused_as_well() {
    const N: usize = 20_000;
    for piece in [
        "X ",
        "IF X = ( THEN DO; ",
        "END; ",
        "X = ; ",
        "? ",
        "P: ",
        "P: PROC; ",
        "1\n",
        "ELSE ",
        "\"",
        "DCL X; ",
        "= ",
        "P:\n",
        "P: PROC; END;\n",
    ] {
        let errors = refused(around(&piece.repeat(N)).as_bytes());
        assert!(errors.len() <= MAX_ERRORS + 1);
    }
}

#[test]
fn long_lines_have_short_messages() {
    for (text, line) in long_lines() {
        let errors = refused(text.as_bytes());
        let beginning: String = text.chars().skip(37).take(40).collect();
        assert!(errors.iter().any(|e| e.line == line), "{beginning}: {}", errors[0]);
        assert!(errors.iter().all(|e| e.to_string().len() < 1000), "{beginning}");
    }
    let middle = format!("X = 9{}Z;", "A".repeat(500));
    let message = &refused(around(&middle).as_bytes())[0].message;
    assert!(message.starts_with("`9AAA") && message.ends_with("AZ` is no integer"), "{message}");
    assert!(message.len() < 400 && message.contains("A...A"), "{message}");
}

#[test]
fn a_number_has_so_many_digits_and_no_more() {
    let number = |digits: usize| around(&format!("X = {};", "9".repeat(digits)));
    super::program(&number(10_000));
    let errors = refused(number(10_001).as_bytes());
    assert_eq!((errors[0].line, errors[0].column), (2, 5));
    assert_eq!(errors[0].message, "a number of more than 10000 digits");
    let constant = |digits: usize| around(&format!("X = \"A({})\";", "9".repeat(digits)));
    super::program(&constant(10_000));
    assert!(refused(constant(10_001).as_bytes())[0].message.contains("no symbolic constant"));
}

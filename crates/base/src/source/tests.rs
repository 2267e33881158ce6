use super::{Diagnostic, Severity};

fn shown(column: u32, excerpt: &str) -> String {
    let (message, path, excerpt) = ("no".to_owned(), "a".to_owned(), excerpt.to_owned());
    Diagnostic { severity: Severity::Error, message, path, line: 1, column, excerpt }.to_string()
}

#[test]
fn the_mark_stands_below_the_character() {
    assert_eq!(shown(3, "abc"), "error: no\n --> a:1:3\n  | abc\n  |   ^");
    assert_eq!(shown(7, "X ← b"), "error: no\n --> a:1:7\n  | X ← b\n  |     ^");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    assert_eq!(shown(4, "\t\x1b[b"), "error: no\n --> a:1:4\n  |  \u{fffd}[b\n  |    ^");
}

#[test]
fn a_place_outside_of_the_excerpt_has_no_mark() {
    assert_eq!(shown(9, "abc..."), "error: no\n --> a:1:9\n  | abc...");
    assert_eq!(shown(0, "abc"), "error: no\n --> a:1\n  | abc");
}

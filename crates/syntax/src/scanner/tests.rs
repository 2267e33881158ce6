use super::Scanner;
use effigy_base::text::Position;

#[test]
fn places_count_lines_and_bytes() {
    let mut scanner = Scanner::new("aä\nb c");
    let start = scanner.place();
    assert_eq!(scanner.take(3), "aä");
    assert_eq!(scanner.since(start).end, Position { line: 1, column: 4 });
    assert_eq!(scanner.take_while(|c| c != ' '), "\nb");
    assert_eq!(scanner.place(), Position { line: 2, column: 2 });
    assert_eq!((scanner.read_from(0), scanner.rest()), ("aä\nb", " c"));
}

#[test]
fn nothing_is_taken_behind_the_end_or_inside_of_a_character() {
    let mut scanner = Scanner::new("ä");
    assert_eq!(scanner.take(1), "");
    assert_eq!(scanner.take(2), "ä");
    assert_eq!((scanner.take(1), scanner.rest(), scanner.at()), ("", "", 2));
}

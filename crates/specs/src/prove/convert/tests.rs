use super::*;
use effigy_base::text::Position;

fn span(from: (u32, u32), to: (u32, u32)) -> Span {
    let position = |(line, column)| Position { line, column };
    Span { start: position(from), end: position(to) }
}

#[test]
fn the_text_of_a_place_is_cut_out_of_its_lines() {
    let text = "one two\nthree\nfour";
    assert_eq!(part(text, span((1, 5), (1, 8))).as_deref(), Some("two"));
    assert_eq!(part(text, span((1, 5), (3, 3))).as_deref(), Some("two\nthree\nfo"));
    assert_eq!(part(text, Span::EMPTY), None);
    assert_eq!(part("\u{e4}b", span((1, 2), (1, 3))), None);
}

#[test]
fn a_long_text_is_cut() {
    let text = format!("{}\n{}", "a".repeat(1999), "\u{e4}".repeat(3000));
    let shown = part(&text, span((1, 1), (2, 6001))).unwrap();
    assert!(shown.ends_with("...") && shown.len() <= LONGEST + 3);
}

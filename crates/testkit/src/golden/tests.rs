use super::*;

#[test]
fn equal_texts_have_no_difference() {
    assert_eq!(difference("a\nb\n", "a\nb\n"), None);
}

#[test]
fn a_difference_shows_its_first_lines() {
    let shown = difference("a\nb\n", "a\nc\nd\n").expect("they differ");
    assert_eq!(shown, "from line 2:\n- b\n+ c\n+ d\n");
}

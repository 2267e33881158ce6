use super::*;

#[test]
fn semicolons_in_quotes_do_not_end_a_command() {
    assert_eq!(commands("save; go true"), ["save", "go true"]);
    assert_eq!(commands(" A = \"x;y\" ;; pc "), ["A = \"x;y\"", "pc"]);
    assert!(commands(" ; ").is_empty());
}

#[test]
fn words_end_at_blanks_and_parentheses() {
    assert_eq!(first_word("TEST (200) F (1)"), ("TEST", "(200) F (1)"));
    assert_eq!(first_word("assume(\"a\" > 10)"), ("assume", "(\"a\" > 10)"));
    assert_eq!(first_word("  pc "), ("pc", ""));
    assert_eq!(parenthesized("(200) F (1)"), Some(("200", "F (1)")));
    assert_eq!(parenthesized("((1)"), None);
}

#[test]
fn numbers_come_one_by_one_or_in_ranges() {
    assert_eq!(numbers("3, 5-7"), Some(vec![(3, 3), (5, 7)]));
    assert_eq!(numbers("x"), None);
    assert_eq!(numbers(""), None);
}

#[test]
fn misspelt_words_have_a_neighbour() {
    assert_eq!(nearest("resotre", ["restart", "restore"]), Some("restore"));
    assert_eq!(nearest("zzz", ["save", "go"]), None);
}

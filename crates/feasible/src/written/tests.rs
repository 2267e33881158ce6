use super::number;

#[test]
fn bits_are_numbers_with_and_without_a_sign() {
    assert_eq!(number(0xff, 8, true), -1);
    assert_eq!(number(0xff, 8, false), 255);
    assert_eq!(number(u128::from(u64::MAX), 64, true), -1);
    assert_eq!(number(1, 1, false), 1);
}

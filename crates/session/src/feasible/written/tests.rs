use super::{date, number};

#[test]
fn days_are_dates() {
    for (days, expected) in [
        (0, (1970, 1, 1)),
        (59, (1970, 3, 1)),
        (11_016, (2000, 2, 29)),
        (20_782, (2026, 11, 25)),
        (47_540, (2100, 2, 28)),
        (47_541, (2100, 3, 1)),
    ] {
        assert_eq!(date(days), expected, "{days}");
    }
}

#[test]
fn bits_are_numbers_with_and_without_a_sign() {
    assert_eq!(number(0xff, 8, true), -1);
    assert_eq!(number(0xff, 8, false), 255);
    assert_eq!(number(u128::from(u64::MAX), 64, true), -1);
    assert_eq!(number(1, 1, false), 1);
}

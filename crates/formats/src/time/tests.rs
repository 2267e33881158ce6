use super::date;

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

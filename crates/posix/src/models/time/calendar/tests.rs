use super::*;

#[test]
fn dates_are_those_of_the_calendar() {
    // The fields as `date -u -d @TIME` tells them.
    for (time, fields) in [
        (0, [0, 0, 0, 1, 0, 70, 4, 0, 0]),
        (951_782_400, [0, 0, 0, 29, 1, 100, 2, 59, 0]),
        (-1, [59, 59, 23, 31, 11, 69, 3, 364, 0]),
        (4_107_542_399, [59, 59, 23, 28, 1, 200, 0, 58, 0]),
        (-11_676_096_000, [0, 0, 0, 1, 0, -300, 6, 0, 0]),
    ] {
        assert_eq!(date(time), Some(fields), "{time}");
    }
    assert_eq!(date(i64::MAX), None);
}

#[test]
fn a_date_is_the_time_that_it_came_from() {
    for time in (-40_000_000_000i64..80_000_000_000).step_by(86_399 * 997) {
        let date = date(time).expect("a date");
        assert_eq!(time_of(&date), time);
        assert!((0..12).contains(&date[4]) && (1..=31).contains(&date[3]), "{date:?}");
    }
}

#[test]
fn fields_out_of_range_count_on() {
    // The 32nd of January, and the 13th month.
    assert_eq!(date(time_of(&[0, 0, 0, 32, 0, 70, 0, 0, 0])).map(|d| (d[3], d[4])), Some((1, 1)));
    assert_eq!(date(time_of(&[0, 0, 0, 1, 12, 70, 0, 0, 0])).map(|d| (d[4], d[5])), Some((0, 71)));
    assert_eq!(date(time_of(&[0, 0, -1, 1, 0, 70, 0, 0, 0])).map(|d| (d[2], d[5])), Some((23, 69)));
}

#[test]
fn dates_have_a_text_of_one_length() {
    let date = date(951_782_400).expect("a date");
    assert_eq!(written(&date).as_deref(), Some("Tue Feb 29 00:00:00 2000\n"));
    assert_eq!(written(&[0, 0, 0, 1, 0, 80_000, 0, 0, 0]), None);
    assert_eq!(written(&[0, 0, 0, 1, 12, 70, 0, 0, 0]), None);
}

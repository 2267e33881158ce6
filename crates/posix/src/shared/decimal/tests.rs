use super::*;

const NEAREST: RoundingMode = RoundingMode::NearestEven;

fn exact(digits: &str, tens: i64) -> Exact {
    let digits = digits.parse().expect("digits");
    Exact { negative: false, digits, tens, twos: 0 }
}

#[test]
fn numbers_of_both_formats_are_those_of_the_standard_library() {
    let mut seed = 1u64;
    for round in 0..3000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let tens = (seed >> 40) as i64 % 330 - 165 - i64::from(round % 3 == 0) * 165;
        let digits = (seed >> (round % 50)).to_string();
        let text = format!("{digits}e{tens}");
        let number = exact(&digits, tens);
        let double: f64 = text.parse().expect("a number");
        assert_eq!(number.rounded(DOUBLE, NEAREST).bits, u128::from(double.to_bits()), "{text}");
        let single: f32 = text.parse().expect("a number");
        assert_eq!(number.rounded(SINGLE, NEAREST).bits, u128::from(single.to_bits()), "{text}");
    }
}

#[test]
fn a_number_is_rounded_once() {
    // To a double first, then to a float, this would be 16777216.
    let number = exact("167772170000000001", -10);
    assert_eq!(number.rounded(SINGLE, NEAREST).bits, u128::from(16_777_218f32.to_bits()));
}

#[test]
fn numbers_that_leave_the_range_are_told() {
    let range = |digits: &str, tens| exact(digits, tens).rounded(DOUBLE, NEAREST).out_of_range;
    assert!(range("1", 309) && range("1", -310) && range("1", 999_999) && range("1", -999_999));
    assert!(!range("1", 308) && !range("1", -307) && !range("0", 999_999));
    // 2^-1074 is exact.
    let least = Exact { negative: false, digits: 1u8.into(), tens: 0, twos: -1074 };
    assert_eq!(least.rounded(DOUBLE, NEAREST), Rounded { bits: 1, out_of_range: false });
}

#[test]
fn directions_are_kept() {
    let third = Exact { negative: true, digits: 1u8.into(), tens: -1, twos: 0 };
    let down = third.rounded(DOUBLE, RoundingMode::TowardNegative).bits;
    let up = third.rounded(DOUBLE, RoundingMode::TowardPositive).bits;
    assert_eq!(down, up + 1);
    let huge = exact("1", 400);
    assert_eq!(huge.rounded(SINGLE, RoundingMode::TowardZero).bits, u128::from(f32::MAX.to_bits()));
}

#[test]
fn digits_are_all_that_there_are() {
    let (_, class) = decoded(DOUBLE, u128::from(0.1f64.to_bits()));
    let Class::Finite { significand, exponent } = class else { panic!("{class:?}") };
    let (whole, fraction) = digits(significand, exponent);
    let text = String::from_utf8(fraction).expect("digits");
    assert!(whole.is_empty());
    assert_eq!(text, "10000000000000000555111512312578270211815834045410156250");
}

#[test]
fn digits_are_cut_to_the_even_one_of_two() {
    assert_eq!(cut(b"25", 1, false, NEAREST), (b"2".to_vec(), false));
    assert_eq!(cut(b"251", 1, false, NEAREST), (b"3".to_vec(), false));
    assert_eq!(cut(b"995", 2, false, NEAREST), (b"00".to_vec(), true));
    assert_eq!(cut(b"5", 0, false, NEAREST), (Vec::new(), false));
    assert_eq!(cut(b"21", 1, true, RoundingMode::TowardNegative), (b"3".to_vec(), false));
}

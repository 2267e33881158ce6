// effigy: --sym-stdin 2
// `as` casts between widths and signs; negation and division of the smallest number.
use std::io::{self, Read};

fn magnitude(value: i8) -> i8 {
    if value < 0 {
        -value //~ FINDING[overflow]: attempt to negate with overflow
    } else {
        value
    }
}

fn ratio(a: i8, b: i8) -> i8 {
    match b {
        0 => 0,
        _ => a / b, //~ FINDING[overflow]: attempt to divide with overflow
    }
}

fn truncate(value: i32) -> u8 {
    debug_assert!((0..256).contains(&value)); //~ FINDING[assertion]: assertion failed
    value as u8
}

fn main() -> io::Result<()> {
    let mut input = [0; 2];
    io::stdin().read_exact(&mut input)?;
    let [a, b] = input;
    let (x, y) = (a as i8, b as i8);

    assert_eq!(i32::from(x) as u32 as u8, a);
    assert_eq!((x as i16 as u16) >> 8, if x < 0 { 0xff } else { 0 });
    assert_eq!(a as char as u32, u32::from(a));
    assert_eq!(200u64 as f64 as u8, 200);
    assert_eq!((x < y) as u8 + (x == y) as u8 + (x > y) as u8, 1);
    assert_eq!(i64::from(x) as i8, x);
    assert_eq!(-1i32 as u32 >> 24, 0xff);
    assert_eq!(300.7f32 as u8, 255);

    if b == b'm' {
        assert!(magnitude(x) >= 0);
    } else if b == b't' {
        truncate(i32::from(a) * 2 - 100);
    } else if x == i8::MIN {
        ratio(x, y);
    }
    Ok(())
}

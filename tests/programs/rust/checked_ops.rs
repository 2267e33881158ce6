// effigy: --sym-stdin 2
// The arithmetic that cannot fail: checked, wrapping, saturating, overflowing. Every assertion holds.
use std::io::{self, Read};
use std::num::NonZeroU8;

fn average(a: u8, b: u8) -> u8 {
    (a & b) + ((a ^ b) >> 1)
}

fn clamp_add(a: i8, b: i8) -> i8 {
    a.checked_add(b).unwrap_or(if b > 0 { i8::MAX } else { i8::MIN })
}

fn main() -> io::Result<()> {
    let mut bytes = [0; 2];
    io::stdin().read_exact(&mut bytes)?;
    let [a, b] = bytes;
    let (x, y) = (a as i8, b as i8);

    assert_eq!(u16::from(average(a, b)), (u16::from(a) + u16::from(b)) / 2);
    assert_eq!(clamp_add(x, y), x.saturating_add(y));
    assert_eq!(a.checked_sub(b), (a >= b).then(|| a.wrapping_sub(b)));
    assert_eq!(a.abs_diff(b), a.max(b) - a.min(b));

    let (difference, borrowed) = a.overflowing_sub(b);
    assert_eq!(borrowed, a < b);
    assert_eq!(difference.wrapping_add(b), a);

    assert_eq!(x.checked_neg().is_none(), x == i8::MIN);
    assert_eq!(x.wrapping_abs() as u8, x.unsigned_abs());
    assert_eq!(x.checked_div(y).is_none(), y == 0 || (x == i8::MIN && y == -1));
    assert_eq!(a.checked_shl(u32::from(b)).is_some(), b < 8);
    assert_eq!(a.rotate_left(3).rotate_right(3), a);

    if let Some(divisor) = NonZeroU8::new(b) {
        assert!(a % divisor < b);
        assert!(a / divisor <= a);
    }
    println!("{}", if a.saturating_mul(2) == u8::MAX { "large" } else { "small" });
    Ok(())
}

// effigy: --sym-stdin 3
// 128-bit arithmetic, signed and unsigned, with one product and one shift too many.
use std::io::{self, Read};

/// Packs three bytes far apart.
fn pack(bytes: [u8; 3]) -> u128 {
    bytes.iter().fold(0, |packed, byte| packed << 40 | u128::from(*byte))
}

fn unpack(packed: u128) -> [u8; 3] {
    [(packed >> 80) as u8, (packed >> 40) as u8, packed as u8]
}

fn scale(value: u128, factor: u8) -> u128 {
    value * u128::from(factor) //~ FINDING[overflow]: attempt to multiply with overflow
}

fn power_of_two(exponent: u8) -> i128 {
    1i128 << exponent //~ FINDING[overflow]: attempt to shift left with overflow
}

fn main() -> io::Result<()> {
    let mut bytes = [0; 3];
    io::stdin().read_exact(&mut bytes)?;
    let packed = pack(bytes);
    assert_eq!(unpack(packed), bytes);
    assert_eq!(packed.count_ones(), bytes.iter().map(|byte| byte.count_ones()).sum::<u32>());

    match bytes[0] {
        b's' => {
            let scaled = scale(1 << 123, bytes[1]);
            assert_eq!(scaled >> 123, u128::from(bytes[1]));
        }
        b'p' if bytes[1] <= 130 => {
            let power = power_of_two(bytes[1]);
            assert_eq!(power.trailing_zeros(), u32::from(bytes[1]));
        }
        b'n' => {
            let signed = i128::from(bytes[1] as i8) << 100;
            assert_eq!((-signed) >> 100, -i128::from(bytes[1] as i8));
            assert_eq!(signed < 0, bytes[1] >= 128);
        }
        _ => {
            let (sum, carried) = u128::MAX.overflowing_add(u128::from(bytes[2]));
            assert_eq!(carried, bytes[2] > 0);
            assert_eq!(sum.wrapping_add(1), u128::from(bytes[2]));
        }
    }
    Ok(())
}

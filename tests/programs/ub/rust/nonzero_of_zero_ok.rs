// effigy: --sym-stdin 1 --ub
// The number that becomes a `NonZero` has its lowest bit set.
use std::io::Read;

use std::num::NonZeroU8;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let number = unsafe { NonZeroU8::new_unchecked(input[0] & 0x0f | 1) };
    std::process::exit(i32::from(number.get() > 3));
}

// effigy: --sym-stdin 1 --ub
// A `NonZero` is made of a number that can be zero (Rust reference: an invalid value).
use std::io::Read;

use std::num::NonZeroU8;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let number = unsafe { NonZeroU8::new_unchecked(input[0] & 0x0f) }; //~ FINDING[panic]: unsafe precondition(s) violated
    std::process::exit(i32::from(number.get() > 3));
}

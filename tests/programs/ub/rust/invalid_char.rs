// effigy: --sym-stdin 3 --ub
// A `char` above the largest one (Rust reference: an invalid value).
use std::io::Read;

fn main() {
    let mut input = [0u8; 3];
    std::io::stdin().read_exact(&mut input).unwrap();
    let code = u32::from_le_bytes([input[0], input[1], input[2] & 0x1f, 0]);
    let letter = unsafe { char::from_u32_unchecked(code) }; //~ FINDING[panic]: unsafe precondition(s) violated
    std::process::exit(i32::from(letter > 'x'));
}

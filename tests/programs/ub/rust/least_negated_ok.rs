// effigy: --sym-stdin 1
// The magnitude of an i8 is a u8.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let magnitude = (input[0] as i8).unsigned_abs();
    std::process::exit(i32::from(magnitude == 7));
}

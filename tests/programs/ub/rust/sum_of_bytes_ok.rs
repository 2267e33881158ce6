// effigy: --sym-stdin 2
// A sum of two bytes wraps because it is asked to.
use std::io::Read;

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let checksum = input[0].wrapping_add(input[1]);
    std::process::exit(i32::from(checksum == 7));
}

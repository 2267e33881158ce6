// effigy: --sym-stdin 2
// A sum of two bytes does not fit a byte (CWE-190).
use std::io::Read;

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let checksum = input[0] + input[1]; //~ FINDING[overflow]
    std::process::exit(i32::from(checksum == 7));
}

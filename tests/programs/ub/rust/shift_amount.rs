// effigy: --sym-stdin 1
// A shift by as many bits as there are.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let bits = u32::from(input[0] % 33);
    let mask = 1u32 << bits; //~ FINDING[overflow]
    std::process::exit(i32::from(mask == 8));
}

// effigy: --sym-stdin 1 --ub
// A sum that was promised to fit does.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let sum = unsafe { 250u8.unchecked_add(input[0] >> 6) };
    std::process::exit(i32::from(sum > 252));
}

// effigy: --sym-stdin 1 --ub
// A `bool` that is 0 or 1.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let flag: bool = unsafe { std::mem::transmute(input[0] & 1) };
    std::process::exit(if flag { 1 } else { 2 });
}

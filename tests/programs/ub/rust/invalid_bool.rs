// effigy: --sym-stdin 1 --ub
// A `bool` that is neither 0 nor 1 (Rust reference: an invalid value). A native run does not show it.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let flag: bool = unsafe { std::mem::transmute(input[0] & 3) }; //~ FINDING[invalid-value]
    std::process::exit(if flag { 1 } else { 2 });
}

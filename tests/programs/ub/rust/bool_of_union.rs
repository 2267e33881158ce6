// effigy: --sym-stdin 1 --ub
// A `bool` is read from a union that holds another number (Rust reference: an invalid value). A native run does not show it.
use std::io::Read;

union Flag {
    byte: u8,
    truth: bool,
}

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let flag = Flag { byte: input[0] & 3 };
    let code = if unsafe { flag.truth } { 1 } else { 2 }; //~ FINDING[invalid-value]
    std::process::exit(code);
}

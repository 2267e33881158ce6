// effigy: --sym-stdin 1 --ub
// A `bool` is read from a union that holds 0 or 1.
use std::io::Read;

union Flag {
    byte: u8,
    truth: bool,
}

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let flag = Flag { byte: input[0] & 1 };
    let code = if unsafe { flag.truth } { 1 } else { 2 };
    std::process::exit(code);
}

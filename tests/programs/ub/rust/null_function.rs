// effigy: --sym-stdin 1 --ub
// A function pointer is made of zero (Rust reference: an invalid value).
use std::io::Read;

fn next(number: i32) -> i32 {
    number + 1
}

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let address = if input[0] == 1 { 0 } else { next as fn(i32) -> i32 as usize };
    let function: fn(i32) -> i32 = unsafe { std::mem::transmute(address) }; //~ FINDING[invalid-value]
    std::process::exit(function(2));
}

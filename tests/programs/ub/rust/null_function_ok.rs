// effigy: --sym-stdin 1 --ub
// A function pointer that may be null is an `Option`.
use std::io::Read;

fn next(number: i32) -> i32 {
    number + 1
}

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let address = if input[0] == 1 { 0 } else { next as fn(i32) -> i32 as usize };
    let function: Option<fn(i32) -> i32> = unsafe { std::mem::transmute(address) };
    std::process::exit(function.map_or(0, |function| function(2)));
}

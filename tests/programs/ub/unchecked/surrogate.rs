// effigy: --sym-stdin 2 --ub
// unchecked: Values of Rust that the compiled program does not tell apart
// A `char` is made of any sixteen bits (Rust reference: a surrogate is no value of `char`).
use std::io::Read;

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let code = u32::from(u16::from_le_bytes(input));
    let letter: char = unsafe { std::mem::transmute(code) };
    std::process::exit(i32::from(letter > 'x'));
}

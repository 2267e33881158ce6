// effigy: --sym-stdin 2
// unchecked: Invariants of types of Rust's library
// A `str` is made of bytes that are no UTF-8.
use std::io::Read;

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let text = unsafe { std::str::from_utf8_unchecked(&input) };
    std::process::exit(i32::from(text.len() == 2));
}

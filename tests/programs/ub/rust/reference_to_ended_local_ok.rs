// effigy: --sym-stdin 1 --ub
// A reference is made of a value that is leaked, and lives on.
use std::io::Read;

fn kept() -> &'static i32 {
    let value = Box::new(std::hint::black_box(7));
    Box::leak(value)
}

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let value = if input[0] == 9 { *kept() } else { 3 };
    std::process::exit(value);
}

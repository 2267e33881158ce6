// effigy: --sym-stdin 1
// The remainder of the smallest i8 and -1 (Rust: a panic).
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let n = input[0] as i8;
    let divisor = if n & 1 == 0 { -1 } else { 3 };
    let rest = n % divisor; //~ FINDING[overflow]
    std::process::exit(i32::from(rest == 2));
}

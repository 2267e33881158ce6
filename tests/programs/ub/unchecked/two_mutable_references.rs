// effigy: --sym-stdin 1 --ub
// unchecked: Values of Rust that the compiled program does not tell apart
// Two mutable references to one object are used in turn (Rust reference: breaking the pointer aliasing rules).
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let mut value = u32::from(input[0]);
    let raw: *mut u32 = &mut value;
    let first = unsafe { &mut *raw };
    let second = unsafe { &mut *raw };
    *first = 1;
    *second += 1;
    *first += 1;
    std::process::exit(i32::from(value == 3));
}

// effigy: --sym-stdin 1 --ub
// A raw pointer is moved inside of its array and read.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let values = vec![1u8, 2, 3, 4, 5, 6];
    let picked = unsafe { *values.as_ptr().add((input[0] % 6) as usize) };
    std::process::exit(i32::from(picked));
}

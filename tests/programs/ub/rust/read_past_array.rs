// effigy: --sym-stdin 1 --ub
// A raw pointer is moved past the end of its array and read (Rust reference: a dangling pointer is read). A native run does not show it.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let values = vec![1u8, 2, 3, 4, 5, 6];
    let picked = unsafe { *values.as_ptr().add((input[0] & 7) as usize) }; //~ FINDING[out-of-bounds]
    std::process::exit(i32::from(picked));
}

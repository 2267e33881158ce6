// effigy: --sym-stdin 1 --ub
// A slice from raw parts is longer than its object (Rust reference: a dangling reference). A native run does not show it.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let values = Box::new([1u8, 2, 3, 4]);
    let length = (input[0] & 7) as usize;
    let slice = unsafe { std::slice::from_raw_parts(values.as_ptr(), length) };
    let mut total = 0u32;
    for value in slice { //~ FINDING[out-of-bounds]
        total += u32::from(*value);
    }
    std::process::exit(total as i32);
}

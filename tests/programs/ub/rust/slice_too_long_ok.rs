// effigy: --sym-stdin 1 --ub
// A slice from raw parts is as long as its object, or shorter.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let values = Box::new([1u8, 2, 3, 4]);
    let length = (input[0] & 3) as usize;
    let slice = unsafe { std::slice::from_raw_parts(values.as_ptr(), length) };
    let mut total = 0u32;
    for value in slice {
        total += u32::from(*value);
    }
    std::process::exit(total as i32);
}

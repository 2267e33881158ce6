// effigy: --sym-stdin 1 --ub
// A pointer into a box is written before the box is dropped.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let mut cell = Box::new(7u32);
    let raw: *mut u32 = &mut *cell;
    if input[0] == b'd' {
        unsafe { raw.write_volatile(3) };
        drop(cell);
    }
}

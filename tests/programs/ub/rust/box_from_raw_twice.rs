// effigy: --sym-stdin 1 --ub
// Two boxes are made from one pointer, and both free it (CWE-415).
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let raw = Box::into_raw(Box::new(u64::from(input[0])));
    let first = unsafe { Box::from_raw(raw) };
    if *first > 200 {
        drop(unsafe { Box::from_raw(raw) });
    }
    drop(first); //~ FINDING[double-free]
}

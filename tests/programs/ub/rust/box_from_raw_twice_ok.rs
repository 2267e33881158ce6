// effigy: --sym-stdin 1 --ub
// A box is made from a pointer once.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let raw = Box::into_raw(Box::new(u64::from(input[0])));
    let first = unsafe { Box::from_raw(raw) };
    if *first > 200 {
        std::process::exit(1);
    }
    drop(first);
}

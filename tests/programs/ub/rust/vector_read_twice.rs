// effigy: --sym-stdin 1 --ub
// `ptr::read` copies a vector that is then dropped twice (CWE-415).
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let original = vec![input[0]; 4];
    if original[0] == 0xff {
        let copy = unsafe { std::ptr::read(&original) };
        drop(copy);
    }
    drop(original); //~ FINDING[double-free]
}

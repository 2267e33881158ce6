// effigy: --sym-stdin 1 --ub
// An element of a vector is read through a raw pointer after the vector is gone (CWE-416). A native run does not show it.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let numbers = vec![1, 2, 3];
    let second = unsafe { numbers.as_ptr().add(1) };
    if input[0] == 3 {
        drop(numbers);
    }
    let seen = unsafe { *second }; //~ FINDING[use-after-free]
    std::process::exit(seen);
}

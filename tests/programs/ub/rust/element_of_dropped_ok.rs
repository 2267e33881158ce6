// effigy: --sym-stdin 1 --ub
// An element is read before its vector is gone.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let numbers = vec![1, 2, 3];
    let second = unsafe { numbers.as_ptr().add(1) };
    let seen = unsafe { *second };
    if input[0] == 3 {
        drop(numbers);
    }
    std::process::exit(seen);
}

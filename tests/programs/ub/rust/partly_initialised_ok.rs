// effigy: --sym-stdin 1 --ub
// An array of which all was written is taken for initialised.
use std::io::Read;

use std::mem::MaybeUninit;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let mut array: MaybeUninit<[u8; 4]> = MaybeUninit::uninit();
    let first = array.as_mut_ptr().cast::<u8>();
    for index in 0..4 {
        unsafe { first.add(index).write(input[0]) };
    }
    let array = unsafe { array.assume_init() };
    std::process::exit(i32::from(array[3] == 1));
}

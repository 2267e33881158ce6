// effigy: --sym-stdin 1 --ub
// An array of which a part was written is taken for initialised (CWE-457). A native run does not show it.
use std::io::Read;

use std::mem::MaybeUninit;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let mut array: MaybeUninit<[u8; 4]> = MaybeUninit::uninit();
    let first = array.as_mut_ptr().cast::<u8>();
    for index in 0..usize::from(input[0] & 3) + 1 {
        unsafe { first.add(index).write(1) };
    }
    let array = unsafe { array.assume_init() };
    std::process::exit(i32::from(array[3] == 1)); //~ FINDING[uninitialised]
}

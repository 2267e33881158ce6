// effigy: --sym-stdin 1 --ub
// A `MaybeUninit` that was written on every branch is read.
use std::io::Read;
use std::mem::MaybeUninit;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let mut slot = MaybeUninit::<u32>::uninit();
    slot.write(if input[0] < 250 { 5 } else { 6 });
    let value = unsafe { slot.assume_init() };
    if value == 5 {
        std::process::exit(1);
    }
}

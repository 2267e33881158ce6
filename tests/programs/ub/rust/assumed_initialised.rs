// effigy: --sym-stdin 1 --ub
// A `MaybeUninit` that was not written on one branch is read (Rust reference: an uninitialised value). A native run does not show it.
use std::io::Read;
use std::mem::MaybeUninit;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let mut slot = MaybeUninit::<u32>::uninit();
    if input[0] < 250 {
        slot.write(5);
    }
    let value = unsafe { slot.assume_init() }; //~ FINDING[uninitialised]
    if value == 5 {
        std::process::exit(1);
    }
}

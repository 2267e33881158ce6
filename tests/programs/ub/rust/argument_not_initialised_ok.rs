// effigy: --ub
// What was never initialised is moved about, and read where it was written.
use std::mem::MaybeUninit;

#[inline(never)]
fn first(a: u32, _b: MaybeUninit<u32>) -> u32 {
    a
}

fn main() {
    let n: u32 = effigy::any();
    let mut slot = MaybeUninit::<u32>::uninit();
    if n > 5 {
        slot.write(n);
    }
    let sum = if n > 5 { unsafe { slot.assume_init() } } else { 0 };
    std::process::exit((first(n, slot) == 7 && sum == 7) as i32);
}

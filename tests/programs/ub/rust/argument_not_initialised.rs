// effigy: --ub
// A number that was never initialised is given to a function that does not look at it. A native run does not show it.
use std::mem::MaybeUninit;

#[inline(never)]
fn first(a: u32, _b: u32) -> u32 {
    a
}

fn main() {
    let n: u32 = effigy::any();
    let mut slot = MaybeUninit::<u32>::uninit();
    if n > 5 {
        slot.write(n);
    }
    let b = unsafe { slot.assume_init() }; //~ FINDING[uninitialised]
    std::process::exit((first(n, b) == 7) as i32);
}

// effigy: --sym-stdin 1 --ub
// A reference outlives the local variable that it was made of (CWE-562). A native run does not show it.
use std::io::Read;

fn kept() -> &'static i32 {
    let local = std::hint::black_box(7);
    unsafe { &*(&raw const local) }
}

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let value = if input[0] == 9 { *kept() } else { 3 }; //~ FINDING[use-after-scope]
    std::process::exit(value);
}

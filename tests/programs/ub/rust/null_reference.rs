// effigy: --sym-stdin 1 --ub
// A null pointer is followed (Rust reference: a dangling pointer).
use std::io::Read;

static ANSWER: u32 = 42;

fn find(key: u8) -> *const u32 {
    if key < 200 { &ANSWER } else { std::ptr::null() }
}

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let value = unsafe { *find(input[0]) }; //~ FINDING[panic]: null pointer dereference occurred
    std::process::exit(i32::from(value == 42));
}

// effigy: --sym-stdin 1 --ub
// A u32 is read at an address that is no multiple of four (Rust reference: a misaligned pointer).
use std::io::Read;

#[repr(align(8))]
struct Buffer([u8; 16]);

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let buffer = Buffer([0; 16]);
    let at = buffer.0.as_ptr().wrapping_add((input[0] & 7) as usize).cast::<u32>();
    let value = unsafe { *at }; //~ FINDING[panic]: misaligned pointer dereference
    std::process::exit(value as i32);
}

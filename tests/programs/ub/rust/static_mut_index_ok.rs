// effigy: --sym-stdin 2 --ub
// A cursor in a `static mut` stays in its buffer.
use std::io::Read;

static mut CURSOR: usize = 0;
static mut BUFFER: [u8; 4] = [0; 4];

fn push(byte: u8) {
    unsafe {
        let base = (&raw mut BUFFER).cast::<u8>();
        *base.add(CURSOR) = byte;
        CURSOR += if byte == 0 { 3 } else { 1 };
    }
}

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    push(input[0]);
    push(input[1]);
}

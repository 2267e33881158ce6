// effigy: --sym-stdin 1 --ub
// `get_unchecked` with an index inside.
use std::io::Read;

static TABLE: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let picked = unsafe { *TABLE.get_unchecked((input[0] & 7) as usize) };
    std::process::exit(i32::from(picked));
}

// effigy: --sym-stdin 1 --ub
// A vector is told to be longer than what was written to it (CWE-457). A native run does not show it.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let mut bytes: Vec<u8> = Vec::with_capacity(4);
    bytes.extend_from_slice(&[1, 2]);
    unsafe { bytes.set_len(usize::from(input[0] & 3) + 1) };
    let last = bytes.last().copied(); //~ FINDING[uninitialised]
    std::process::exit(i32::from(last == Some(2)));
}

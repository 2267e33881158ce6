// effigy: --sym-stdin 1
// An index of the input is looked up with `get`.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let table = [3u8, 5, 7, 9, 11, 13, 15];
    let picked = table.get((input[0] & 7) as usize).copied().unwrap_or(1);
    std::process::exit(picked as i32);
}

// effigy: --sym-stdin 1 --ub
// A sum that was promised to fit does not (Rust reference: unchecked arithmetic).
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let sum = unsafe { 250u8.unchecked_add(input[0] >> 5) }; //~ FINDING[panic]: unsafe precondition(s) violated
    std::process::exit(i32::from(sum > 252));
}

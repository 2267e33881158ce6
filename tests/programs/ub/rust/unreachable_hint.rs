// effigy: --sym-stdin 1 --ub
// `unreachable_unchecked` is reached.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let size = match input[0] & 3 {
        0 => 1,
        1 => 2,
        2 => 4,
        _ => unsafe { std::hint::unreachable_unchecked() }, //~ FINDING[panic]: unsafe precondition(s) violated
    };
    std::process::exit(size);
}

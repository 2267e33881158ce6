// effigy: --sym-stdin 1
// The smallest i8 has no negation.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let n = input[0] as i8;
    let magnitude = if n < 0 { -n } else { n }; //~ FINDING[overflow]
    std::process::exit(i32::from(magnitude == 7));
}

// effigy: --sym-stdin 1
// A panic must not leave a function of C's calling convention.
use std::io::Read;
use std::panic;

extern "C" fn callback(byte: u8) -> u8 {
    byte.checked_mul(2).expect("the double of a byte") //~ FINDING[panic]: the double of a byte
}

extern "C-unwind" fn other(byte: u8) -> u8 {
    byte.checked_mul(3).expect("the triple of a byte")
}

fn main() {
    let mut input = [0];
    std::io::stdin().read_exact(&mut input).unwrap();
    let byte = input[0];
    let triple = panic::catch_unwind(|| other(byte));
    assert_eq!(triple.is_err(), byte > 85);
    let double = panic::catch_unwind(|| callback(byte));
    assert_eq!(double.unwrap(), 2 * byte);
}

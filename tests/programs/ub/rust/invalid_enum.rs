// effigy: --sym-stdin 1 --ub
// An enumeration with a discriminant that no variant has (Rust reference: an invalid value). A native run does not show it.
use std::io::Read;

#[derive(Clone, Copy)]
#[repr(u8)]
#[allow(dead_code)]
enum Colour {
    Red,
    Green,
    Blue,
}

fn weight(colour: Colour) -> i32 {
    match colour {
        Colour::Red => 1,
        Colour::Green => 2,
        Colour::Blue => 3,
    }
}

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let colour: Colour = unsafe { std::mem::transmute(input[0] & 3) }; //~ FINDING[panic]: trying to construct an enum from an invalid value
    std::process::exit(weight(colour));
}

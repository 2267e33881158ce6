// effigy: --sym-stdin 1 --ub
// An enumeration with the discriminant of a variant.
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
    let colour: Colour = unsafe { std::mem::transmute(input[0] % 3) };
    std::process::exit(weight(colour));
}

// effigy: --sym-stdin 1
// A panic that is caught and goes on is the failure that it was at first.
use std::io::Read;
use std::panic;

fn parse(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'-' => panic!("a sign"),
        _ => panic!("no digit"), //~ FINDING[panic]: no digit
    }
}

fn main() {
    let mut input = [0];
    std::io::stdin().read_exact(&mut input).unwrap();
    let byte = input[0];
    if let Err(payload) = panic::catch_unwind(|| parse(byte)) {
        match payload.downcast_ref::<&str>() {
            Some(&"a sign") => {}
            _ => panic::resume_unwind(payload),
        }
    }
}

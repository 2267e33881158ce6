// effigy: --sym-stdin 1
// What is thrown is what is caught.
use std::io::Read;
use std::panic;

#[derive(Debug, PartialEq)]
struct Code(u8);

fn fail(byte: u8) {
    match byte {
        0 => panic!("nothing"),
        1..=9 => panic!("{} of ten", byte),
        10..=19 => panic::panic_any(Code(byte - 10)),
        _ => {}
    }
}

fn main() {
    let mut input = [0];
    std::io::stdin().read_exact(&mut input).unwrap();
    let byte = input[0];
    let Err(payload) = panic::catch_unwind(|| fail(byte)) else {
        assert!(byte > 19);
        return;
    };
    if let Some(text) = payload.downcast_ref::<&str>() {
        assert_eq!((*text, byte), ("nothing", 0));
    } else if let Some(text) = payload.downcast_ref::<String>() {
        assert_eq!(*text, format!("{byte} of ten"));
    } else {
        let code = payload.downcast::<Code>().expect("the last kind");
        assert_ne!(*code, Code(7)); //~ FINDING[assertion]: left != right
    }
}

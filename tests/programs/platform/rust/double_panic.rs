// effigy: --sym-stdin 1
// A destructor that panics while a panic unwinds ends the program, although the first panic would be caught.
use std::io::Read;
use std::panic;

struct Counter(u8);

impl Drop for Counter {
    fn drop(&mut self) {
        if self.0 > 200 {
            panic!("the counter was not read"); //~ FINDING[panic]: the counter was not read
        }
    }
}

fn count(byte: u8) {
    let _counter = Counter(byte);
    if byte % 2 == 1 {
        panic!("an odd byte");
    }
}

fn main() {
    let mut input = [0];
    std::io::stdin().read_exact(&mut input).unwrap();
    let byte = input[0];
    let caught = panic::catch_unwind(|| count(byte));
    assert_eq!(caught.is_err(), byte % 2 == 1 || byte > 200);
}

// effigy: --sym-stdin 1
// Destructors run in order while a panic unwinds, and only then say that the thread is panicking.
use std::cell::RefCell;
use std::io::Read;
use std::panic::{self, AssertUnwindSafe};

struct Step<'a> {
    name: u8,
    log: &'a RefCell<Vec<u8>>,
}

impl Drop for Step<'_> {
    fn drop(&mut self) {
        let mark = if std::thread::panicking() { b'!' } else { b'.' };
        self.log.borrow_mut().extend([self.name, mark]);
    }
}

fn work(byte: u8, log: &RefCell<Vec<u8>>) {
    let _first = Step { name: b'a', log };
    if byte == 1 {
        panic!("one step");
    }
    let second = Step { name: b'b', log };
    if byte == 2 {
        panic!("two steps");
    }
    drop(second);
    assert_ne!(byte, 3, "all steps but one");
}

fn main() {
    let mut input = [0];
    std::io::stdin().read_exact(&mut input).unwrap();
    let log = RefCell::new(Vec::new());
    let caught = panic::catch_unwind(AssertUnwindSafe(|| work(input[0], &log)));
    assert_eq!(caught.is_err(), matches!(input[0], 1..=3));
    let expected: &[u8] = match input[0] {
        1 => b"a!",
        2 => b"b!a!",
        3 => b"b.a!",
        _ => b"b.a.",
    };
    assert_eq!(log.into_inner(), expected);
}

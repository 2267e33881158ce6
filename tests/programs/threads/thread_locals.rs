// effigy: --sym-stdin 2
// threads: one order
//! Each thread counts in a variable of its own, whose destructor adds the count to a total when the thread ends.
use std::cell::Cell;
use std::io::Read;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static TOTAL: AtomicU32 = AtomicU32::new(0);

struct Count(Cell<u32>);

impl Drop for Count {
    fn drop(&mut self) {
        TOTAL.fetch_add(self.0.get(), Ordering::SeqCst);
    }
}

thread_local! {
    static COUNT: Count = const { Count(Cell::new(0)) };
    static LAST: Cell<u8> = const { Cell::new(7) };
}

fn note(byte: u8) {
    COUNT.with(|count| count.0.set(count.0.get() + 1));
    LAST.set(byte);
}

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    note(input[0]);
    let other = thread::spawn(move || {
        assert_eq!(LAST.get(), 7);
        for _ in 0..input[1] % 4 {
            note(input[1]);
        }
        LAST.get()
    });
    let last = other.join().unwrap();
    assert!(last == 7 || last == input[1]);
    assert_eq!(LAST.get(), input[0]);
    assert_eq!(COUNT.with(|count| count.0.get()), 1);
    let total = TOTAL.load(Ordering::SeqCst);
    assert_ne!(total, 3); //~ FINDING[assertion]: left
}

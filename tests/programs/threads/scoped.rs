// effigy: --sym-stdin 3
// threads: one order
//! Scoped threads count letters into parts of one table, which they borrow. The table has no place for `z`.
use std::io::Read;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

const LETTERS: usize = 25;

fn count(text: &[u8], table: &[AtomicU32; LETTERS], ignored: &AtomicU32) {
    for byte in text {
        if byte.is_ascii_lowercase() {
            let place = usize::from(byte - b'a');
            table[place].fetch_add(1, Ordering::Relaxed); //~ FINDING[out-of-bounds]: index out of bounds
        } else {
            ignored.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn main() {
    let mut text = [0u8; 3];
    std::io::stdin().read_exact(&mut text).unwrap();
    let table = [const { AtomicU32::new(0) }; LETTERS];
    let ignored = AtomicU32::new(0);
    thread::scope(|scope| {
        for part in text.chunks(2) {
            scope.spawn(|| count(part, &table, &ignored));
        }
    });
    let counted: u32 = table.iter().map(|cell| cell.load(Ordering::Relaxed)).sum();
    assert_eq!(counted + ignored.into_inner(), 3);
}

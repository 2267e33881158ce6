// effigy: --sym-stdin 2
// threads: one order
//! What is made once, by the thread that comes first: `OnceLock`, `LazyLock`, `Once`.
use std::io::Read;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Once, OnceLock};
use std::thread;

static MADE: AtomicU32 = AtomicU32::new(0);
static FIRST: OnceLock<u8> = OnceLock::new();
static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    MADE.fetch_add(1, Ordering::SeqCst);
    (0..4).map(|n| n * n).collect()
});
static START: Once = Once::new();

fn look(byte: u8) -> u8 {
    START.call_once(|| {
        MADE.fetch_add(10, Ordering::SeqCst);
    });
    let first = *FIRST.get_or_init(|| byte & 7);
    let place = usize::from(first);
    TABLE[place] //~ FINDING[out-of-bounds]: index out of bounds
}

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let results = thread::scope(|scope| {
        let threads = input.map(|byte| scope.spawn(move || look(byte)));
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(results[0], results[1]);
    assert_eq!(MADE.load(Ordering::SeqCst), 11);
}

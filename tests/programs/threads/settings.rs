// effigy: --sym-stdin 2
// threads: one order
//! Settings behind a read-write lock: readers divide by a scale that a writer may set to zero.
use std::io::Read;
use std::sync::{Arc, RwLock};
use std::thread;

struct Settings {
    scale: u8,
    offset: u8,
}

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let settings = Arc::new(RwLock::new(Settings { scale: 4, offset: 1 }));
    let writer = {
        let settings = settings.clone();
        thread::spawn(move || {
            let mut settings = settings.write().unwrap();
            settings.scale = input[0];
            settings.offset = settings.offset.wrapping_add(input[1] & 3);
        })
    };
    writer.join().unwrap();
    let readers: Vec<_> = [10u8, 20]
        .map(|value| {
            let settings = settings.clone();
            thread::spawn(move || {
                let settings = settings.read().unwrap();
                value / settings.scale + settings.offset //~ FINDING[division-by-zero]: attempt to divide by zero
            })
        })
        .into_iter()
        .collect();
    for reader in readers {
        let value = reader.join().unwrap();
        assert!(value >= 1);
    }
}

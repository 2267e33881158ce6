// effigy: --sym-stdin 3
// threads: one order
//! Three threads work in phases that a barrier parts: in the second one each reads what its neighbour wrote in the first.
use std::io::Read;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

fn main() {
    let mut input = [0u8; 3];
    std::io::stdin().read_exact(&mut input).unwrap();
    let barrier = Arc::new(Barrier::new(3));
    let cells: Arc<[AtomicU8; 3]> = Arc::new(std::array::from_fn(|_| AtomicU8::new(0)));
    let threads: Vec<_> = (0..3)
        .map(|own| {
            let (barrier, cells) = (barrier.clone(), cells.clone());
            thread::spawn(move || {
                cells[own].store(input[own] | 1, Ordering::SeqCst);
                let first = barrier.wait().is_leader();
                let neighbour = cells[(own + 1) % 3].load(Ordering::SeqCst);
                assert_ne!(neighbour, 0);
                barrier.wait();
                (first, neighbour)
            })
        })
        .collect();
    let seen: Vec<(bool, u8)> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    assert_eq!(seen.iter().filter(|(leads, _)| *leads).count(), 1);
    let all = seen.iter().fold(0u8, |all, (_, byte)| all ^ byte);
    assert_ne!(all, 0x81); //~ FINDING[assertion]: left
}

// effigy: --sym-stdin 1
// threads: one order
//! Two threads take two locks in the order of their arguments. When the byte swaps them for one of the two, each waits for
//! the other one; a barrier sees to it that both have their first lock.
use std::io::Read;
use std::sync::{Arc, Barrier, Mutex};
use std::thread;

fn move_all(barrier: &Barrier, from: &Mutex<u32>, to: &Mutex<u32>) {
    let mut from = from.lock().unwrap();
    barrier.wait();
    let mut to = to.lock().unwrap(); //~ FINDING[deadlock]: a mutex
    *to += std::mem::take(&mut *from);
}

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let shelves = Arc::new([Mutex::new(3), Mutex::new(4), Mutex::new(5)]);
    let both = Arc::new(Barrier::new(2));
    let other = {
        let (shelves, both) = (shelves.clone(), both.clone());
        thread::spawn(move || move_all(&both, &shelves[0], &shelves[1]))
    };
    match input[0] {
        b'x' => move_all(&both, &shelves[1], &shelves[0]),
        _ => move_all(&both, &shelves[2], &Mutex::new(0)),
    }
    other.join().unwrap();
    assert_eq!(*shelves[1].lock().unwrap(), 7);
}

// effigy: --sym-stdin 3
// threads: one order
//! A queue with room for one item, between a producer and two consumers that wait on condition variables. Every byte arrives
//! once.
use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Default)]
struct Queue {
    items: Mutex<(VecDeque<u8>, bool)>,
    changed: Condvar,
}

impl Queue {
    fn put(&self, item: u8) {
        let mut guard = self.items.lock().unwrap();
        while !guard.0.is_empty() {
            guard = self.changed.wait(guard).unwrap();
        }
        guard.0.push_back(item);
        self.changed.notify_all();
    }

    fn close(&self) {
        self.items.lock().unwrap().1 = true;
        self.changed.notify_all();
    }

    fn take(&self) -> Option<u8> {
        let guard = self.items.lock().unwrap();
        let waits = |state: &mut (VecDeque<u8>, bool)| state.0.is_empty() && !state.1;
        let mut guard = self.changed.wait_while(guard, waits).unwrap();
        let item = guard.0.pop_front();
        self.changed.notify_all();
        item
    }
}

fn main() {
    let mut input = [0u8; 3];
    std::io::stdin().read_exact(&mut input).unwrap();
    let queue = Arc::new(Queue::default());
    let consumers: Vec<_> = (0..2)
        .map(|_| {
            let queue = queue.clone();
            thread::spawn(move || {
                let mut sum = 0u32;
                while let Some(item) = queue.take() {
                    sum += u32::from(item);
                }
                sum
            })
        })
        .collect();
    for item in input {
        queue.put(item);
    }
    queue.close();
    let sum: u32 = consumers.into_iter().map(|consumer| consumer.join().unwrap()).sum();
    assert_eq!(sum, input.iter().map(|byte| u32::from(*byte)).sum());
    if sum == 765 {
        panic!("all of them are full"); //~ FINDING[panic]: all of them are full
    }
}

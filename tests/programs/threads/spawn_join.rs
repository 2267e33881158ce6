// effigy: --sym-stdin 4
// threads: one order
//! Two threads add up the halves of an order. A sum of a byte is too small for two large parts.
use std::io::Read;
use std::thread;

fn total(parts: Vec<u8>) -> u8 {
    let mut sum = 0u8;
    for part in parts {
        sum += part; //~ FINDING[overflow]: attempt to add with overflow
    }
    sum
}

fn main() {
    let mut order = [0u8; 4];
    std::io::stdin().read_exact(&mut order).unwrap();
    let halves: Vec<_> = order
        .chunks(2)
        .map(|half| {
            let half = half.to_vec();
            thread::spawn(move || total(half))
        })
        .collect();
    let mut all = 0u32;
    for half in halves {
        all += u32::from(half.join().unwrap());
    }
    let expected: u32 = order.iter().map(|part| u32::from(*part)).sum();
    assert_eq!(all, expected);
}

//! A window over a table, whose bounds the input says.

use std::io::Read;

const TABLE: [u32; 8] = [3, 1, 4, 1, 5, 9, 2, 6];

fn sum(from: usize, to: usize) -> u32 {
    let mut total = 0;
    let mut at = from;
    while at < to {
        total += TABLE[at];
        at += 1;
    }
    total
}

fn main() {
    let mut bytes = [0u8; 3];
    if std::io::stdin().read_exact(&mut bytes).is_err() {
        return;
    }
    let from = usize::from(bytes[0]);
    let to = usize::from(bytes[1]);
    if from >= to || to > 9 {
        return;
    }
    let total = sum(from, to);
    let mut kind = "small";
    if total > 20 && bytes[2] != 0 {
        kind = "large";
    }
    if kind == "large" && to - from < 3 {
        panic!("a large sum of few");
    }
    if total == 15 && from == 4 {
        std::process::exit(7);
    }
}

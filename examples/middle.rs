//! A harness: a small program that asks for any two numbers, and states what must hold of them.
//!
//! Try `effigy explore examples/middle.rs`: the statement is never false, and yet something fails.

/// The number halfway between two numbers, rounded down.
fn middle(low: u32, high: u32) -> u32 {
    (low + high) / 2
}

fn main() {
    let low: u32 = effigy::any();
    let high: u32 = effigy::any();
    effigy::assume(low <= high);
    let found = middle(low, high);
    assert!(low <= found && found <= high);
}

// effigy: --sym-stdin 1
// unchecked: Invariants of types of Rust's library
// Memory is given back with another size than it was asked for.
use std::io::Read;

use std::alloc::{Layout, alloc, dealloc};

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let asked = Layout::from_size_align(8, 8).unwrap();
    let given = Layout::from_size_align(8 + usize::from(input[0] & 1), 8).unwrap();
    unsafe {
        let memory = alloc(asked);
        dealloc(memory, given);
    }
}

//! Memory of one allocator is given back to another.

use std::alloc::{GlobalAlloc, Layout, System, alloc};
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let layout = Layout::new::<u8>();
    let first = unsafe {
        let byte = alloc(layout);
        byte.write(input[0]);
        let first = byte.read();
        System.dealloc(byte, layout);
        first
    };
    std::process::exit(i32::from(first == b'x'));
}

//! The `effigy` binary.

fn main() {}

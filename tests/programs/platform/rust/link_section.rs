// effigy: --sym-args 1
//! A function that the linker puts before `main`, as crates for global constructors do.

use std::sync::atomic::{AtomicI32, Ordering};

static COUNT: AtomicI32 = AtomicI32::new(0);

extern "C" fn constructor(count: i32) {
    COUNT.store(count, Ordering::Relaxed);
}

#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: extern "C" fn(i32) = constructor;

fn main() {
    assert_ne!(COUNT.load(Ordering::Relaxed), 2); //~ FINDING[assertion]: left != right
}

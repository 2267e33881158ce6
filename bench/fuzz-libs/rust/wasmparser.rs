//! `wasmparser`: reads a module of WebAssembly and checks it.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = wasmparser::validate(data);
});

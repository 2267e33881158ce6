//! `pulldown-cmark`: Markdown with all extensions, to its last event.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pulldown_cmark::{Options, Parser};

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        Parser::new_ext(text, Options::all()).for_each(drop);
    }
});

//! `httparse`: a request, and a response.
#![no_main]

use httparse::{EMPTY_HEADER, Request, Response};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = Request::new(&mut [EMPTY_HEADER; 16]).parse(data);
    let _ = Response::new(&mut [EMPTY_HEADER; 16]).parse(data);
    let _ = httparse::parse_chunk_size(data);
});

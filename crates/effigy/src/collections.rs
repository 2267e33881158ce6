//! Symbolic collections of bounded length.
//!
//! Each allocates its longest form first and is then cut to a symbolic length, so that no allocation has a symbolic
//! size.

use crate::arbitrary::Arbitrary;
use crate::origin::Origin;
use crate::{intrinsics, test_run};

/// `N` bytes that can be anything, as one object.
#[track_caller]
pub fn any_bytes<const N: usize>() -> [u8; N] {
    u8::any_array(&Origin::here(""))
}

/// A vector of any length from 0 to `max_len` whose elements can be anything.
#[track_caller]
pub fn any_vec<T: Arbitrary>(max_len: usize) -> Vec<T> {
    vec_of(max_len, &Origin::here(""))
}

/// A string of any length from 0 to `max_len` of ASCII characters.
///
/// A symbolic run splits the paths at each byte that begins or continues a longer character, so ASCII is what most
/// harnesses want; [`any_utf8_string`] is the other choice.
#[track_caller]
pub fn any_string(max_len: usize) -> String {
    let bytes: Vec<u8> = vec_of(max_len, &Origin::here(""));
    intrinsics::ascii_string(bytes)
}

/// A string of any length from 0 to `max_len` bytes of valid UTF-8.
#[track_caller]
pub fn any_utf8_string(max_len: usize) -> String {
    text_of(max_len, &Origin::here(""))
}

pub(crate) fn text_of(max_len: usize, origin: &Origin) -> String {
    let mut bytes: Vec<u8> = vec_of(max_len, origin);
    if test_run::is_random() && std::str::from_utf8(&bytes).is_err() {
        bytes.iter_mut().for_each(|byte| *byte &= 0x7f);
    }
    let text = String::from_utf8(bytes);
    intrinsics::assume(text.is_ok());
    text.unwrap_or_default()
}

/// A number below `end`.
pub(crate) fn below(end: usize, origin: &Origin) -> usize {
    let number = usize::any_of(origin);
    if test_run::is_random() {
        return number % end;
    }
    intrinsics::assume(number < end);
    number
}

pub(crate) fn vec_of<T: Arbitrary>(max_len: usize, origin: &Origin) -> Vec<T> {
    let mut list = T::any_list(max_len, origin);
    list.truncate(below(max_len.saturating_add(1), &origin.part(".len")));
    list
}

//! The three calls that a symbolic run intercepts, and what they do in a native run.
//!
//! Each takes one pointer to a request. The functions are found by their linkage names, so they are neither renamed nor
//! inlined. They read their request volatilely: a compiler that sees the whole program must not specialise a call for
//! the native behaviour, because the symbolic run replaces that behaviour.
//!
//! This is the one module with unsafe code: the raw pointers of the requests, and the linkage names themselves.

#![allow(unsafe_code)]

use std::hint::black_box;
use std::panic::Location;
use std::ptr::{read_volatile, slice_from_raw_parts_mut};

use crate::object::Kind;
use crate::{replay, test_run};

#[cfg(test)]
mod tests;

/// The request of `effigy_intrinsic_symbolic`: make `len` bytes at `data` symbolic.
#[repr(C)]
struct SymbolicRequest {
    data: *mut u8,
    len: usize,
    /// The object's name in UTF-8. What the source line calls the value comes before a name that is empty or begins with
    /// `.` or `[`.
    name: *const u8,
    name_len: usize,
    file: *const u8,
    file_len: usize,
    line: u32,
    column: u32,
    kind: u32,
}

/// The request of `effigy_intrinsic_assume`.
#[repr(C)]
struct AssumeRequest {
    holds: u8,
}

/// The request of `effigy_intrinsic_cover`.
#[repr(C)]
struct CoverRequest {
    holds: u8,
    name: *const u8,
    name_len: usize,
    file: *const u8,
    file_len: usize,
    line: u32,
    column: u32,
}

/// Fills `data` with symbolic bytes.
pub(crate) fn symbolic(data: &mut [u8], kind: Kind, name: &str, place: &Location<'_>) {
    if test_run::is_running() {
        return test_run::next_value(data, kind, name, place);
    }
    let file = place.file();
    let mut request = SymbolicRequest {
        data: data.as_mut_ptr(),
        len: data.len(),
        name: name.as_ptr(),
        name_len: name.len(),
        file: file.as_ptr(),
        file_len: file.len(),
        line: place.line(),
        column: place.column(),
        kind: kind as u32,
    };
    let request = black_box(&raw mut request);
    // SAFETY: the request and the slices it points to live until the call returns, and `data` is borrowed mutably.
    unsafe { effigy_intrinsic_symbolic(request) };
}

/// Restricts the run to inputs for which `holds`.
pub(crate) fn assume(holds: bool) {
    if test_run::is_running() && !holds {
        test_run::reject();
    }
    let mut request = AssumeRequest { holds: u8::from(holds) };
    let request = black_box(&raw mut request);
    // SAFETY: the request lives until the call returns.
    unsafe { effigy_intrinsic_assume(request) };
}

/// The bytes as a string; the run is restricted to inputs that make all of them ASCII.
pub(crate) fn ascii_string(mut bytes: Vec<u8>) -> String {
    if test_run::is_random() {
        bytes.iter_mut().for_each(|byte| *byte &= 0x7f);
    }
    for byte in &bytes {
        assume(byte.is_ascii());
    }
    // SAFETY: `assume` does not return for a byte outside of ASCII, and ASCII is UTF-8. The checked conversion would
    // ask a solver about each byte again.
    unsafe { String::from_utf8_unchecked(bytes) }
}

/// Reports that this place is reached, and whether the goal's condition `holds`.
pub(crate) fn cover(holds: bool, name: &str, place: &Location<'_>) {
    let file = place.file();
    let mut request = CoverRequest {
        holds: u8::from(holds),
        name: name.as_ptr(),
        name_len: name.len(),
        file: file.as_ptr(),
        file_len: file.len(),
        line: place.line(),
        column: place.column(),
    };
    let request = black_box(&raw mut request);
    // SAFETY: the request and the slices it points to live until the call returns.
    unsafe { effigy_intrinsic_cover(request) };
}

/// Poisons a free lock whose value lies in this part of it, by the byte of it that says so; whether there is one. A panic that unwinds
/// through its guard does the same, but a program whose panics abort has none.
pub(crate) fn poison<L>(
    lock: &mut L,
    value: std::ops::Range<usize>,
    is_poisoned: impl Fn(&L) -> bool,
) -> bool {
    let bytes = std::ptr::from_mut(lock).cast::<std::mem::MaybeUninit<u8>>();
    let others = (0..size_of::<L>()).filter(|at| !value.contains(at));
    for at in others {
        // SAFETY: the byte is one of the lock's, which nobody else refers to. What is not the mark of the poison gets its value back
        // before the lock is used again but to ask for the mark, which is any other byte than this one or 1.
        unsafe {
            let byte = bytes.add(at);
            let before = byte.read();
            byte.write(std::mem::MaybeUninit::new(1));
            if is_poisoned(&*lock) {
                return true;
            }
            byte.write(before);
        }
    }
    false
}

/// Native behaviour: the next object of the test.
///
/// # Safety
/// `request` points to a request whose `data` and `len` name memory that may be written.
#[unsafe(no_mangle)]
#[inline(never)]
unsafe extern "C" fn effigy_intrinsic_symbolic(request: *const SymbolicRequest) {
    // SAFETY: the caller's promise; nothing else refers to the bytes during the call.
    let bytes = unsafe {
        let request = read_volatile(request);
        &mut *slice_from_raw_parts_mut(request.data, request.len)
    };
    replay::next_object(bytes);
}

/// Native behaviour: a false assumption ends the process.
///
/// # Safety
/// `request` points to a request.
#[unsafe(no_mangle)]
#[inline(never)]
unsafe extern "C" fn effigy_intrinsic_assume(request: *const AssumeRequest) {
    // SAFETY: the caller's promise.
    let request = unsafe { read_volatile(request) };
    if request.holds == 0 {
        replay::assumption_failed();
    }
}

/// Native behaviour: nothing.
///
/// # Safety
/// `request` points to a request.
#[unsafe(no_mangle)]
#[inline(never)]
unsafe extern "C" fn effigy_intrinsic_cover(request: *const CoverRequest) {
    // SAFETY: the caller's promise.
    black_box(unsafe { read_volatile(request) });
}

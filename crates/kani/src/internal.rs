//! What the code calls that Effigy adds to a crate with harnesses for Kani. Nothing here is meant for people.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A number below `count`, which must not be zero.
#[track_caller]
pub fn choice(count: usize) -> usize {
    kani::any_where(|chosen| *chosen < count)
}

/// Whether the predicate holds from `from` on and below `to`.
pub fn all(from: usize, to: usize, predicate: impl Fn(usize) -> bool) -> bool {
    (from..to).all(predicate)
}

/// Whether the predicate holds somewhere from `from` on and below `to`.
pub fn some(from: usize, to: usize, predicate: impl Fn(usize) -> bool) -> bool {
    (from..to).any(predicate)
}

/// The number of the function whose contract this harness checks, before it is called; numbers begin at 1.
static CHECKED: AtomicUsize = AtomicUsize::new(0);

/// Says which function's contract is checked: its next call assumes what it requires.
pub fn check_contract(function: usize) {
    CHECKED.store(function, Ordering::Relaxed);
}

/// Whether the call that begins is the one whose contract is checked.
pub fn begins_check(function: usize) -> bool {
    let is = CHECKED.load(Ordering::Relaxed) == function;
    if is {
        CHECKED.store(0, Ordering::Relaxed);
    }
    is
}

/// What a function requires: of the call whose contract is checked it is assumed, of others it must hold.
///
/// # Panics
/// When it does not hold for a call that is not the one that is checked.
#[track_caller]
pub fn requires(is_checked: bool, holds: bool, text: &str) {
    if is_checked {
        kani::assume(holds);
    } else {
        assert!(holds, "the caller does not meet what the function requires: {text}");
    }
}

/// What a function ensures of its result.
///
/// # Panics
/// When it does not hold.
#[track_caller]
pub fn ensures<T: ?Sized>(result: &T, holds: impl FnOnce(&T) -> bool, text: &str) {
    assert!(holds(result), "the function does not do what it ensures: {text}");
}

/// Says that the answer is up to something that is not checked.
pub fn unchecked(what: &str) {
    effigy::bound_unchecked(what);
}

/// A value that was compared.
pub struct Operand<'a, T: ?Sized>(pub &'a T);

/// Values that can be printed; found before [`Hidden`], which needs one more reference.
pub trait Shown {
    /// What is printed of it.
    fn text(&self) -> Option<String>;
}

impl<T: std::fmt::Debug + ?Sized> Shown for Operand<'_, T> {
    fn text(&self) -> Option<String> {
        Some(format!("{:?}", self.0))
    }
}

/// All values.
pub trait Hidden {
    /// Nothing is printed of it.
    fn text(&self) -> Option<String>;
}

impl<T: ?Sized> Hidden for &Operand<'_, T> {
    fn text(&self) -> Option<String> {
        None
    }
}

/// Ends a comparison that does not hold, with the words of `core`.
///
/// # Panics
/// Always.
#[track_caller]
pub fn differ(operator: &str, operands: [Option<String>; 2], message: &str) -> ! {
    let message = if message.is_empty() { String::new() } else { format!(": {message}") };
    let lines: String = ["left", "right"]
        .iter()
        .zip(operands)
        .filter_map(|(side, text)| Some(format!("\n{side:>6}: {}", text?)))
        .collect();
    panic!("assertion `left {operator} right` failed{message}{lines}")
}

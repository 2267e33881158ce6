//! What the calls use that Effigy writes for functions and tests of a package. Nothing here is meant for people.

use crate::arbitrary::Origin;
use crate::{STATUS_NO_TEST, intrinsics, test_run};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

/// How many elements or bytes a collection has at most whose bound nobody says.
pub(crate) const MOST: usize = 4;

/// How deep a value may hold values of its own type.
const DEEPEST: usize = 3;

/// What the name of a goal begins with that says what the values of a run are bounded by.
const BOUND: &str = "bound: ";

/// Says that the values of this run are not all values.
pub fn bound(what: &str) {
    let place = std::panic::Location::caller();
    intrinsics::cover(true, &format!("{BOUND}{what}"), place);
}

/// What the name of a goal begins with at which a path ends, since this library does not know how to go on.
const UNSUPPORTED: &str = "unsupported: ";

/// Ends a run that needs what this library cannot make: it is neither a failure nor a success.
pub fn unsupported(what: &str) -> ! {
    intrinsics::cover(true, &format!("{UNSUPPORTED}{what}"), std::panic::Location::caller());
    eprintln!("effigy: {what}");
    std::process::exit(STATUS_NO_TEST)
}

/// A number below `count`.
pub fn choice(count: usize, origin: &Origin) -> usize {
    let chosen = <u8 as crate::Arbitrary>::any_of(&origin.part(".variant")) as usize;
    if test_run::is_random() {
        return chosen % count;
    }
    intrinsics::assume(chosen < count);
    chosen
}

/// Ends a run whose input there is not.
pub fn reject() -> ! {
    intrinsics::assume(false);
    std::process::exit(crate::STATUS_ASSUMPTION)
}

pub(crate) fn too_deep(origin: &Origin, of: &str) {
    let depth = origin.depth(of);
    // A path that is rejected says nothing, so those that are not say it.
    if depth > 0 {
        bound(&format!("a `{of}` holds others of its kind up to a depth of {DEEPEST}"));
    }
    if depth > DEEPEST {
        reject();
    }
}

/// The name of the harness that the run begins at.
pub fn first_argument() -> String {
    std::env::args().nth(1).unwrap_or_default()
}

/// Ends a run that was told to begin at what there is not.
pub fn no_such_harness(name: &str) -> ! {
    eprintln!("effigy: there is no harness `{name}`");
    std::process::exit(STATUS_NO_TEST)
}

/// What a test ends with.
pub trait Finished {
    /// Panics where it is an error.
    fn finished(self);
}

impl Finished for () {
    fn finished(self) {}
}

/// A property.
impl Finished for bool {
    fn finished(self) {
        assert!(self, "the property does not hold");
    }
}

impl<T: Finished, E: std::fmt::Debug> Finished for Result<T, E> {
    fn finished(self) {
        match self {
            Ok(value) => value.finished(),
            Err(error) => panic!("the test returns an error: {error:?}"),
        }
    }
}

/// Takes the result of a test.
pub fn finish(result: impl Finished) {
    result.finished();
}

struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Polls a future to its end.
///
/// # Panics
/// When it waits and nothing will ever wake it.
pub fn run_to_end<F: Future>(future: F) -> F::Output {
    let woken = Arc::new(Woken(AtomicBool::new(false)));
    let waker = Waker::from(woken.clone());
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        assert!(woken.0.swap(false, Ordering::Relaxed), "the future waits for what never comes");
    }
}

//! What the calls use that Effigy writes for functions and tests of a package. Nothing here is meant for people.

use crate::finished::Finished;
use crate::origin::Origin;
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

/// What the name of a goal begins with that says what the values of a run are bounded by: the name of a kind of assumption and its words.
const BOUND: &str = "bound: ";

/// Says that the values of this run are not all values: how deep they are, or how they are made, is bounded.
pub fn bound(what: &str) {
    let place = std::panic::Location::caller();
    intrinsics::cover(true, &format!("{BOUND}depth: {what}"), place);
}

/// Says that the values of this run are not all values: how many elements or bytes they have is bounded.
pub fn bound_lengths(what: &str) {
    let place = std::panic::Location::caller();
    intrinsics::cover(true, &format!("{BOUND}lengths: {what}"), place);
}

/// Says that the answer is up to something that is not checked.
pub fn bound_unchecked(what: &str) {
    let place = std::panic::Location::caller();
    intrinsics::cover(true, &format!("{BOUND}unchecked: {what}"), place);
}

/// What the name of a goal begins with that says what else the answer takes for granted: the name of a kind of assumption and its words.
const ASSUMES: &str = "assumes: ";

/// Says that the answer takes something for granted, by the name of its kind.
pub fn assumes(kind: &str, what: &str) {
    let place = std::panic::Location::caller();
    intrinsics::cover(true, &format!("{ASSUMES}{kind}: {what}"), place);
}

/// One of the instances of a generic function, which are told by what stands for its parameters.
pub fn instance(count: usize, said: &str) -> usize {
    assumes("types", said);
    match count {
        1 => 0,
        _ => choice(count, &Origin::here(&format!("instance of {said}"))),
    }
}

/// Whether the function is called twice: once for what it leaves behind, and then to be looked at.
pub fn is_second_call() -> bool {
    std::env::args().nth(2).is_some_and(|word| word == TWICE)
}

/// The second argument of a program that calls its function twice.
const TWICE: &str = "twice";

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

impl Origin {
    /// Within a value of this type. A run ends where such values hold each other too deep.
    #[doc(hidden)]
    pub fn deeper(&self, of: &'static str) -> Self {
        let depth = self.depth(of);
        // A path that is rejected says nothing, so those that are not say it.
        if depth > 0 {
            bound(&format!("a `{of}` holds others of its kind up to a depth of {DEEPEST}"));
        }
        if depth > DEEPEST {
            reject();
        }
        self.within(of)
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

//! The arguments of a call that Effigy writes, and the states that they may be in: pointers among them may meet, others may hold what they
//! point to, and cells, locks and ranges may be in a state that only an earlier call leaves. Elsewhere values are made apart and fresh,
//! and the run says so.

use crate::arbitrary::Arbitrary;
use crate::origin::Origin;
use crate::run::{assumes, choice};
use crate::{intrinsics, test_run};
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::panic::Location;
use std::rc::Rc;
use std::sync::Arc;

/// What the goals are called between which a panic ends its path without a word: what makes an argument fails for itself alone.
const MADE: [&str; 2] = ["made: begins", "made: ends"];

/// What is said where pointers were made apart.
const APART: &str = "arguments do not alias";

thread_local! {
    static ARGUMENTS: RefCell<Arguments> = const { RefCell::new(Arguments::new()) };
}

/// The arguments that were made so far.
struct Arguments {
    /// Whether they are those of a call that Effigy writes.
    is_of_call: bool,
    /// The pointers, and which kind of pointer each is.
    pointers: Vec<(TypeId, Box<dyn Pointer>)>,
    /// How many cells and locks there are.
    cells: usize,
    /// The kinds of pointers to what has cells.
    celled: Vec<TypeId>,
}

impl Arguments {
    const fn new() -> Self {
        Arguments { is_of_call: false, pointers: Vec::new(), cells: 0, celled: Vec::new() }
    }
}

/// A pointer that others may meet.
pub(crate) trait Pointer: 'static {
    /// The pointer, to be copied.
    fn as_any(&self) -> &dyn Any;

    /// Whether it is one of several owners.
    fn is_counted(&self) -> bool {
        false
    }

    /// Leaves a weak pointer in its place that is never dropped.
    fn weaken(&self) {}
}

impl<T: ?Sized + 'static> Pointer for &'static T {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

macro_rules! counted {
    ($($pointer:ident)*) => {$(
        impl<T: ?Sized + 'static> Pointer for $pointer<T> {
            fn as_any(&self) -> &dyn Any {
                self
            }

            fn is_counted(&self) -> bool {
                true
            }

            fn weaken(&self) {
                std::mem::forget($pointer::downgrade(self));
            }
        }
    )*};
}

counted! { Rc Arc }

/// Begins the arguments of a call. A panic until [`ready`] is not of the function that is called.
#[track_caller]
pub fn begin_arguments() {
    intrinsics::cover(true, MADE[0], Location::caller());
    ARGUMENTS.set(Arguments { is_of_call: true, ..Arguments::new() });
}

/// Ends the arguments of a call: others own what counted pointers point to as well, or refer to it weakly, or nobody does.
#[track_caller]
pub fn ready() {
    let Arguments { pointers, .. } = ARGUMENTS.replace(Arguments::new());
    if pointers.iter().any(|(_, pointer)| (**pointer).is_counted()) {
        match choice(3, &Origin::here("others that hold the arguments")) {
            0 => {}
            1 => std::mem::forget(pointers),
            _ => pointers.iter().for_each(|(_, pointer)| (**pointer).weaken()),
        }
    }
    intrinsics::cover(true, MADE[1], Location::caller());
}

/// Makes a part of a value by a function of its type, whose panic is not of the one who gets the value.
#[track_caller]
pub fn made<T>(make: impl FnOnce() -> T) -> T {
    intrinsics::cover(true, MADE[0], Location::caller());
    let made = make();
    intrinsics::cover(true, MADE[1], Location::caller());
    made
}

/// Keeps the result of a call alive, so that what it is computed from is read.
pub fn keep<T>(result: T) {
    std::hint::black_box(&result);
}

fn is_of_call() -> bool {
    ARGUMENTS.with_borrow(|arguments| arguments.is_of_call)
}

/// A pointer of its own, or one of those of its kind that there are already.
pub(crate) fn meeting<P: Pointer + Clone>(origin: &Origin, make: impl FnOnce() -> P) -> P {
    let kind = TypeId::of::<P>();
    if is_of_call()
        && let Some(met) = met::<P>(kind, origin)
    {
        return met;
    }
    let before = ARGUMENTS.with_borrow(|arguments| arguments.cells);
    let pointer = make();
    // Random tests and recorded ones have values that are their own.
    if !test_run::is_running() {
        remember(kind, &pointer, before);
    }
    pointer
}

/// One of the pointers of this kind, if it is to be one.
fn met<P: Pointer + Clone>(kind: TypeId, origin: &Origin) -> Option<P> {
    let of_kind =
        |arguments: &Arguments| arguments.pointers.iter().filter(|(of, _)| *of == kind).count();
    let count = ARGUMENTS.with_borrow(of_kind);
    if count == 0 {
        return None;
    }
    let chosen = choice(count + 1, &origin.part(".meets"));
    ARGUMENTS.with_borrow(|arguments| {
        let mut others = arguments.pointers.iter().filter(|(of, _)| *of == kind).enumerate();
        let (_, (_, other)) = others.find(|(at, _)| chosen == at + 1)?;
        (**other).as_any().downcast_ref::<P>().cloned()
    })
}

/// Notes a new pointer, and what is taken for granted of it and the others.
fn remember<P: Pointer + Clone>(kind: TypeId, pointer: &P, cells_before: usize) {
    let is_apart = ARGUMENTS.with_borrow_mut(|arguments| {
        let has_cells = arguments.cells > cells_before;
        if has_cells {
            arguments.celled.push(kind);
        }
        let (met, others) = match arguments.is_of_call {
            true => {
                arguments.pointers.push((kind, Box::new(pointer.clone())));
                (false, arguments.celled.iter().any(|of| *of != kind))
            }
            false => {
                let met = arguments.pointers.iter().any(|(of, _)| *of == kind);
                if !met {
                    arguments.pointers.push((kind, Box::new(())));
                }
                (met || pointer.is_counted(), arguments.celled.len() > 1)
            }
        };
        met || has_cells && others
    });
    if is_apart {
        assumes("aliasing", APART);
    }
}

/// The mark of a kind of pointer that there is, where pointers do not meet.
impl Pointer for () {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Slices and texts that are given do not overlap in part: one of a kind is as good as the other.
pub(crate) fn overlapping<P: Pointer + Clone>(origin: &Origin, make: impl FnOnce() -> P) -> P {
    let kind = TypeId::of::<P>();
    let is_second = ARGUMENTS.with_borrow(|arguments| {
        arguments.is_of_call && arguments.pointers.iter().any(|(of, _)| *of == kind)
    });
    if is_second {
        assumes("aliasing", "slices and texts do not overlap in part");
    }
    meeting(origin, make)
}

/// One of several states, of which the first one is that of a new value. Elsewhere than in arguments it is taken for granted.
pub(crate) fn state(count: usize, origin: &Origin, kind: &str, what: &str) -> usize {
    match is_of_call() {
        true => choice(count, origin),
        false => {
            assumes(kind, what);
            0
        }
    }
}

/// Notes that there is a cell or a lock in the value that is being made.
pub(crate) fn cell() {
    ARGUMENTS.with_borrow_mut(|arguments| arguments.cells += 1);
}

/// A range that has given its last element, where it can be one.
pub(crate) fn exhausted<T: Arbitrary>(
    end: &T,
    origin: &Origin,
) -> Option<std::ops::RangeInclusive<T>> {
    let range = T::exhausted(end)?;
    let what = "ranges have not given their last element";
    (state(2, &origin.part(".exhausted"), "first-call", what) == 1).then_some(range)
}

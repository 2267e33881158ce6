//! The choices of a random input: recorded as they are drawn, or given to draw them again.

use std::cell::RefCell;
use std::panic::resume_unwind;

thread_local! {
    static TAPE: RefCell<Option<Tape>> = const { RefCell::new(None) };
}

struct Tape {
    /// The choices to draw again; `None` while new ones are recorded.
    given: Option<Vec<u64>>,
    /// How many may be drawn of given ones; those that are missing are 0.
    most: usize,
    drawn: Vec<u64>,
}

/// The panic of a test that draws more choices than it may.
struct TooMany;

/// A choice from 0 to `largest`. It is `fresh`, unless [`cases`](crate::cases()) gives the choices of a smaller input.
///
/// Every generator of random inputs for tests draws by this function; 0 should be the simplest choice.
pub fn draw(largest: u64, fresh: impl FnOnce() -> u64) -> u64 {
    let again = TAPE.with_borrow(|tape| {
        let tape = tape.as_ref()?;
        let given = tape.given.as_ref()?;
        Some(given.get(tape.drawn.len()).copied().unwrap_or_default().min(largest))
    });
    let choice = again.unwrap_or_else(fresh);
    let too_many = TAPE.with_borrow_mut(|tape| {
        tape.as_mut().is_some_and(|tape| {
            tape.drawn.push(choice);
            tape.given.is_some() && tape.drawn.len() > tape.most
        })
    });
    if too_many {
        resume_unwind(Box::new(TooMany));
    }
    choice
}

/// How often a test does something: `most` times, and less often in a smaller input.
pub fn times(most: usize) -> usize {
    let most = most as u64;
    draw(most, || most) as usize
}

/// Runs `test`, which does not unwind, on new choices; what it gives, and the choices that it drew.
pub(crate) fn record<R>(test: impl FnOnce() -> R) -> (R, Vec<u64>) {
    run(Tape { given: None, most: 0, drawn: Vec::new() }, test)
}

/// Runs `test`, which does not unwind, on given choices; what it gives, and the choices that it drew, or `None` when those
/// are more than `most`.
pub(crate) fn replay<R>(
    given: &[u64],
    most: usize,
    test: impl FnOnce() -> R,
) -> (R, Option<Vec<u64>>) {
    let (result, drawn) = run(Tape { given: Some(given.to_vec()), most, drawn: Vec::new() }, test);
    (result, (drawn.len() <= most).then_some(drawn))
}

fn run<R>(tape: Tape, test: impl FnOnce() -> R) -> (R, Vec<u64>) {
    let before = TAPE.replace(Some(tape));
    let result = test();
    let tape = TAPE.replace(before);
    (result, tape.map(|tape| tape.drawn).unwrap_or_default())
}

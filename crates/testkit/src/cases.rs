//! Tests on random inputs, and the smallest input of a failure.

#[cfg(test)]
mod tests;

use crate::choices::{record, replay};
use crate::shrink::{Over, shrink};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::env;
use std::fmt::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once};
use std::thread;
use std::time::{Duration, Instant};

/// The variable that names a case: its seed and its choices, as a failure prints them.
const CASE: &str = "EFFIGY_CASE";

/// Inputs that are tried to make a failing one smaller, at most.
const MOST_TRIED: usize = 5_000;

/// The time after which no smaller input is tried.
const MOST_TIME: Duration = Duration::from_secs(30);

/// Stack of a worker in bytes.
const STACK: usize = 64 << 20;

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
    static LAST_PANIC: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Runs `test` on each seed; it makes its input by [`Rng`](crate::Rng) or [`draw`](crate::draw), and panics if it fails.
///
/// The choices of the first input that fails are made fewer and smaller while the test panics at the same place. Then the
/// test fails as it does on the smallest input, and says how to run it on that one alone: with the variable `EFFIGY_CASE`.
///
/// # Panics
/// When the test does.
pub fn cases(seeds: impl IntoIterator<Item = u64>, mut test: impl FnMut(u64)) {
    if let Ok(asked) = env::var(CASE) {
        let (seed, choices) =
            read(&asked).unwrap_or_else(|| panic!("{CASE}: {asked:?} is no case"));
        again(seed, &choices, &mut test);
        panic!("{CASE}: the test passes on this input");
    }
    for seed in seeds {
        let (result, choices) = record(|| quietly(|| test(seed)));
        if let Err(failure) = result {
            fail(seed, choices, failure, &mut test);
        }
    }
}

/// As [`cases`] where a test asks about many inputs at once: `test` makes the inputs of some seeds, and panics if one of
/// them fails. It is run on all seeds; if it fails, the seed is found by halving. Gives what `test` gives of all.
///
/// # Panics
/// When the test does.
pub fn batch<R>(seeds: Range<u64>, mut test: impl FnMut(Range<u64>) -> R) -> R {
    if env::var(CASE).is_ok() {
        cases([], |seed| drop(test(seed..seed + 1)));
    }
    let mut found = None;
    let Err(failure) = quietly(|| found = Some(test(seeds.clone()))) else {
        return found.expect("a test that does not fail gives something");
    };
    let mut rest = seeds;
    while rest.end - rest.start > 1 {
        let middle = rest.start + (rest.end - rest.start) / 2;
        let half = rest.start..middle;
        let result = quietly(|| drop(test(half.clone())));
        let is_alike = result.is_err_and(|found| found.place == failure.place);
        rest = if is_alike { half } else { middle..rest.end };
    }
    cases(rest, |seed| drop(test(seed..seed + 1)));
    eprintln!("No input fails alone. All of them failed so:\n{}", failure.message);
    resume_unwind(failure.payload)
}

/// As [`cases`] on all cores, each with a stack of 64 MiB. Smaller inputs are looked for in one thread.
///
/// # Panics
/// When the test does.
pub fn cases_on_all_cores(seeds: Range<u64>, test: impl Fn(u64) + Sync) {
    let (next, failed) = (AtomicU64::new(seeds.start), Mutex::new(None));
    let work = || {
        while failed.lock().expect("no worker panics").is_none() {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return;
            }
            if let Err(failure) = quietly(|| test(seed)) {
                failed.lock().expect("no worker panics").get_or_insert((seed, failure));
            }
        }
    };
    let this = thread::current();
    let worker =
        || thread::Builder::new().stack_size(STACK).name(this.name().unwrap_or("main").to_owned());
    let is_asked = env::var_os(CASE).is_some();
    let cores = if is_asked { 0 } else { thread::available_parallelism().map_or(1, usize::from) };
    thread::scope(|scope| {
        for _ in 0..cores {
            worker().spawn_scoped(scope, work).expect("a thread");
        }
    });
    let failed = failed.into_inner().expect("no worker panics");
    if failed.is_none() && !is_asked {
        return;
    }
    let seed = failed.as_ref().map(|(seed, _)| *seed);
    let again = || cases(seed, &test);
    let ended =
        thread::scope(|scope| worker().spawn_scoped(scope, again).expect("a thread").join());
    if let Err(payload) = ended {
        resume_unwind(payload);
    }
    if let Some((seed, failure)) = failed {
        eprintln!("case {seed} passes in a thread alone. It failed so:\n{}", failure.message);
        resume_unwind(failure.payload);
    }
}

/// A panic of a test.
struct Failure {
    payload: Box<dyn Any + Send>,
    place: String,
    message: String,
}

/// Whether what panics in this thread is not printed.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.get()
}

/// Runs a test whose panics are not printed.
fn quietly(test: impl FnOnce()) -> Result<(), Failure> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            if is_quiet() {
                let place = panic.location().map(Location::to_string).unwrap_or_default();
                LAST_PANIC.set(Some((place, panic.to_string())));
            } else {
                print(panic);
            }
        }));
    });
    LAST_PANIC.set(None);
    let before = IS_QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(test));
    IS_QUIET.set(before);
    result.map_err(|payload| {
        let (place, message) = LAST_PANIC.take().unwrap_or_default();
        Failure { payload, place, message }
    })
}

/// Fails as the test does on the smallest input that is found.
fn fail(seed: u64, choices: Vec<u64>, failure: Failure, test: &mut dyn FnMut(u64)) -> ! {
    let (began, mut tried, all) = (Instant::now(), 0, choices.len());
    let smallest = shrink(choices, &mut |choices, most| {
        if tried == MOST_TRIED || began.elapsed() > MOST_TIME {
            return Err(Over);
        }
        tried += 1;
        let (result, drawn) = replay(choices, most, || quietly(|| test(seed)));
        let is_alike = result.is_err_and(|found| found.place == failure.place);
        Ok(drawn.filter(|_| is_alike))
    });
    eprintln!(
        "case {seed} fails. The smallest of {tried} inputs tried has {} choices instead of {all}.\n\
         To run it again: {}",
        smallest.len(),
        command(seed, &smallest)
    );
    again(seed, &smallest, test);
    eprintln!(
        "The test passes on these choices: its input depends on more. It failed so:\n{}",
        failure.message
    );
    resume_unwind(failure.payload)
}

/// Runs the test on given choices as it would run without a record of them.
fn again(seed: u64, choices: &[u64], test: &mut dyn FnMut(u64)) {
    let run = || catch_unwind(AssertUnwindSafe(|| test(seed)));
    if let (Err(payload), _) = replay(choices, usize::MAX, run) {
        resume_unwind(payload);
    }
}

/// The command that runs the test of this thread on one case.
fn command(seed: u64, choices: &[u64]) -> String {
    let mut command = format!("{CASE}={}", written(seed, choices));
    command.push_str(" cargo test");
    if let Ok(package) = env::var("CARGO_PKG_NAME") {
        let _ = write!(command, " -p {package}");
    }
    if let Some(name) = thread::current().name().filter(|name| *name != "main") {
        let _ = write!(command, " -- --exact {name}");
    }
    command
}

fn written(seed: u64, choices: &[u64]) -> String {
    let choices: Vec<String> = choices.iter().map(u64::to_string).collect();
    format!("{seed}:{}", choices.join(","))
}

fn read(case: &str) -> Option<(u64, Vec<u64>)> {
    let (seed, choices) = case.split_once(':')?;
    let choices = choices.split(',').filter(|choice| !choice.is_empty());
    Some((seed.parse().ok()?, choices.map(|choice| choice.parse().ok()).collect::<Option<_>>()?))
}

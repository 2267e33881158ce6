//! A test under `cargo test`: it is run on values that were recorded, and on random ones.

use crate::finished::Finished;
use crate::object::Kind;
use crate::replay;
use std::cell::{Cell, RefCell};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

/// How many random values a test is run on, unless the variable says otherwise.
const CASES: u64 = 256;
const CASES_VARIABLE: &str = "EFFIGY_CASES";

/// The variable with the number that random values begin with; without it they are the same each time.
const SEED_VARIABLE: &str = "EFFIGY_SEED";

/// How many values are rejected for one that counts, before the test is given up.
const PATIENCE: u64 = 50;

/// Where recorded values lie in a package: a folder for each test, with `.ktest` files.
const RECORDED: &str = "tests/effigy";

/// Where the values of a test in this thread come from.
enum Source {
    /// A recorded test: its objects, last one first.
    Recorded(Vec<Vec<u8>>),
    /// Chance.
    Random(Random),
}

/// What runs in this thread. A symbolic run asks this often, so that it is a variable of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Running {
    /// A program, whose values the process was started with.
    Program,
    /// A test on recorded values.
    Recorded,
    /// A test on random ones.
    Random,
}

thread_local! {
    static RUNNING: Cell<Running> = const { Cell::new(Running::Program) };
    static SOURCE: RefCell<Option<Source>> = const { RefCell::new(None) };
    /// The values that were asked for, for people.
    static VALUES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What ends a run whose values do not meet an assumption.
struct Rejected;

/// Whether a test runs, whose values are its own.
pub(crate) fn is_running() -> bool {
    RUNNING.get() != Running::Program
}

/// Whether values are random, so that what is asked of them should be made so rather than assumed.
pub(crate) fn is_random() -> bool {
    RUNNING.get() == Running::Random
}

/// Ends this run, but not the test.
pub(crate) fn reject() -> ! {
    resume_unwind(Box::new(Rejected))
}

/// Fills `bytes` with the test's next value.
pub(crate) fn next_value(bytes: &mut [u8], kind: Kind, name: &str, place: &Location<'_>) {
    let filled = SOURCE.with_borrow_mut(|source| match source {
        Some(Source::Recorded(objects)) => replay::take(objects, bytes),
        Some(Source::Random(random)) => {
            random.fill(bytes);
            Ok(())
        }
        None => Err("no test runs in this thread".to_owned()),
    });
    if let Err(why) = filled {
        panic!("the recorded values are not those of this test any more: {why}");
    }
    let value = match (bytes.len(), kind) {
        (1..=16, Kind::Integer) => {
            let mut wide = [0; 16];
            wide.iter_mut().zip(&*bytes).for_each(|(to, from)| *to = *from);
            u128::from_le_bytes(wide).to_string()
        }
        _ => format!("{bytes:?}"),
    };
    let value = format!("{name} = {value}  ({}:{})", place.file(), place.line());
    VALUES.with_borrow_mut(|values| values.push(value));
}

/// Runs a test that `#[effigy::test]` was written for: on the values that are recorded in the package, and on random ones. With
/// `EFFIGY_TEST` it is run on that test's values alone.
///
/// # Panics
/// When the test does, or when no values meet its assumptions.
#[doc(hidden)]
pub fn check<R: Finished>(name: &str, package: Option<&str>, test: impl Fn() -> R) {
    if std::env::var_os(replay::VARIABLE).is_some() {
        return test().finished();
    }
    for file in recorded(name, package) {
        match replay::read(&file) {
            Ok(objects) => {
                once(Source::Recorded(objects), &test, &format!("recorded in {}", file.display()));
            }
            Err(why) => panic!("{why}"),
        }
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let cases = number(CASES_VARIABLE).unwrap_or(CASES);
    let seed = number(SEED_VARIABLE).unwrap_or_else(|| {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        hasher.finish()
    });
    let (mut held, mut rejected) = (0, 0);
    while held < cases && rejected < PATIENCE * cases {
        let random = Random(seed.wrapping_add(held + rejected));
        let what = format!("random, with {SEED_VARIABLE}={seed}");
        match once(Source::Random(random), &test, &what) {
            true => held += 1,
            false => rejected += 1,
        }
    }
    assert!(
        held > 0 || cases == 0,
        "none of {rejected} random values meets the test's assumptions"
    );
}

/// The files with recorded values of a test, in the order of their names.
fn recorded(name: &str, package: Option<&str>) -> Vec<PathBuf> {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    own.or_else(|| package.map(PathBuf::from))
        .map_or_else(Vec::new, |package| recorded_of(name, &package))
}

fn recorded_of(name: &str, package: &Path) -> Vec<PathBuf> {
    // The name of the crate is not of the test.
    let path = name.split_once("::").map_or(name, |(_, path)| path);
    let folder = package.join(RECORDED).join(path.replace("::", "-"));
    let is_test = |file: &PathBuf| file.extension().is_some_and(|end| end == "ktest");
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_test).collect();
    files.sort();
    files
}

/// Runs a test once; whether its values met the assumptions. Where it fails the values are printed.
fn once<R: Finished>(source: Source, test: &impl Fn() -> R, what: &str) -> bool {
    RUNNING.set(match source {
        Source::Recorded(_) => Running::Recorded,
        Source::Random(_) => Running::Random,
    });
    SOURCE.set(Some(source));
    VALUES.take();
    let result = catch_unwind(AssertUnwindSafe(|| test().finished()));
    RUNNING.set(Running::Program);
    match result {
        Ok(()) => true,
        Err(payload) if payload.is::<Rejected>() => false,
        Err(payload) => {
            let values = VALUES.take();
            eprintln!("effigy: the test fails on these values ({what}):");
            values.iter().for_each(|value| eprintln!("    {value}"));
            resume_unwind(payload)
        }
    }
}

/// A generator of values, of which those that are often special come often.
struct Random(u64);

impl Random {
    /// The next of numbers that look random (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Any bytes: often zeros, ones, a small number or the largest ones of both kinds of integers.
    fn fill(&mut self, bytes: &mut [u8]) {
        let choice = self.next() % 8;
        for byte in bytes.iter_mut() {
            *byte = match choice {
                0 | 2 => 0,
                1 | 3 => 0xff,
                _ => self.next().to_le_bytes()[0],
            };
        }
        let small = (self.next() % 16) as u8;
        match (choice, bytes) {
            (2, [first, ..]) => *first = small,
            (3, [.., last]) => *last = 0x7f,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;

//! Runs a theorem on its share of the programs, on all cores.

use effigy_testkit::Rng;
use std::ops::AddAssign;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Programs over all theorems in a usual run.
const PROGRAMS: u64 = 10_000;

/// The variable with another number of programs.
const SOAK: &str = "EFFIGY_SOAK";

/// Stack of a worker in bytes.
const STACK: usize = 64 << 20;

/// What came of some programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Pairs of a leaf or trace and a state, or of two conditions, that were compared.
    pub compared: u64,
    /// Programs without a comparison, because their trees are too large.
    pub skipped: u64,
}

impl Tally {
    /// A program whose tree is too large.
    pub fn skipped() -> Self {
        Self { compared: 0, skipped: 1 }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.compared += other.compared;
        self.skipped += other.skipped;
    }
}

/// Checks a theorem on its share, in percent, of the programs. Most of them must lead to a comparison.
pub fn check(name: &str, share: u64, test: impl Fn(&mut Rng) -> Result<Tally, String> + Sync) {
    let soak = std::env::var(SOAK).ok();
    let wanted = soak.as_ref().map_or(PROGRAMS, |n| {
        n.parse().unwrap_or_else(|_| panic!("{SOAK} is `{n}`, not a number of programs"))
    });
    let programs = (wanted * share).div_ceil(100);
    let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
    let failure: Mutex<Option<String>> = Mutex::new(None);
    let work = || {
        while failure.lock().expect("no worker panicked").is_none() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= programs {
                return;
            }
            if soak.is_some() && number > 0 && number.is_multiple_of((programs / 20).max(1)) {
                eprintln!("{name}: {number} of {programs} programs");
            }
            if let Ok(o) = std::env::var("ONLY") { if o != format!("{name} {number}") { continue; } }
            let t0 = std::time::Instant::now();
            let res = test(&mut Rng::new(seed(name, number)));
            if t0.elapsed().as_millis() > 1000 { eprintln!("SLOW {name} {number} {:?}", t0.elapsed()); }
            match res {
                Ok(more) => *tally.lock().expect("no worker panicked") += more,
                Err(what) => {
                    let what = format!("{name}, program {number}: {what}");
                    failure.lock().expect("no worker panicked").get_or_insert(what);
                }
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, work).expect("a thread");
        }
    });
    if let Some(what) = failure.into_inner().expect("no worker panicked") {
        panic!("{what}");
    }
    let tally = tally.into_inner().expect("no worker panicked");
    assert!(tally.skipped * 5 < programs.max(50), "{name}: {tally:?} of {programs} programs");
    assert!(tally.compared > programs / 2, "{name}: {tally:?} of {programs} programs");
    eprintln!("{name}: {tally:?} of {programs} programs");
}

/// Every theorem has programs of its own, the same in every run.
fn seed(name: &str, number: u64) -> u64 {
    let hash = name.bytes().fold(2021, |hash: u64, byte| hash.wrapping_mul(31) + u64::from(byte));
    hash.wrapping_add(number.wrapping_mul(0x5851_f42d_4c95_7f2d))
}

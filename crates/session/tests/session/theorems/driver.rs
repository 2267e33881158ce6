//! Runs a theorem on its share of the programs, on all cores.

use effigy_testkit::{Rng, cases_on_all_cores};
use std::ops::AddAssign;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Programs over all theorems in a usual run.
const PROGRAMS: u64 = 20_000;

/// The variable with another number of programs.
const SOAK: &str = "EFFIGY_SOAK";

/// A program that takes longer is named.
const SLOW: Duration = Duration::from_secs(10);

/// What came of some programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Pairs of a leaf or trace and a state, or of two conditions, that were compared.
    pub compared: u64,
    /// Those of them that ended in an error or in a test that does not hold.
    pub failed: u64,
    /// Programs without a comparison, because their trees are too large.
    pub skipped: u64,
}

impl Tally {
    /// One more comparison.
    pub fn compare(&mut self, failed: bool) {
        self.compared += 1;
        self.failed += u64::from(failed);
    }

    /// A program whose tree is too large.
    pub fn skipped() -> Self {
        Self { skipped: 1, ..Self::default() }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.compared += other.compared;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// Checks a theorem on its share, in percent, of the programs. Most of them must lead to a comparison, and both
/// errors and returns must be among them.
pub fn check(name: &str, share: u64, test: impl Fn(&mut Rng) -> Result<Tally, String> + Sync) {
    let soak = std::env::var(SOAK).ok();
    let wanted = soak.as_ref().map_or(PROGRAMS, |n| {
        n.parse().unwrap_or_else(|_| panic!("{SOAK} is `{n}`, not a number of programs"))
    });
    let programs = (wanted * share).div_ceil(100);
    let tally = Mutex::new(Tally::default());
    cases_on_all_cores(0..programs, |number| {
        if soak.is_some() && number > 0 && number.is_multiple_of((programs / 20).max(1)) {
            eprintln!("{name}: {number} of {programs} programs");
        }
        let started = Instant::now();
        let result = test(&mut Rng::new(seed(name, number)));
        if started.elapsed() > SLOW {
            eprintln!("{name}: program {number} took {:.0?}", started.elapsed());
        }
        let more = result.unwrap_or_else(|what| panic!("{name}, program {number}: {what}"));
        *tally.lock().expect("nobody panics with it") += more;
    });
    let tally = tally.into_inner().expect("nobody panics with it");
    let Tally { compared, failed, skipped } = tally;
    println!("{name}: {tally:?} of {programs} programs");
    let enough = compared > programs / 2 && skipped * 20 <= programs + 20;
    assert!(enough, "{name}: {tally:?} of {programs} programs");
    let both = failed > 0 && failed < compared;
    assert!(both || programs < 20, "{name}: {tally:?}, all of one kind");
}

/// Every theorem has programs of its own, the same in every run.
fn seed(name: &str, number: u64) -> u64 {
    let hash = name.bytes().fold(2021, |hash: u64, byte| hash.wrapping_mul(31) + u64::from(byte));
    hash.wrapping_add(number.wrapping_mul(0x5851_f42d_4c95_7f2d))
}

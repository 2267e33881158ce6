//! What a run of tests came to.

/// What a run of all tests came to.
#[derive(Default)]
pub struct Totals {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Whether all of them ran, and none failed.
    pub success: bool,
}

impl Totals {
    /// Adds a line such as `test result: ok. 3 passed; 0 failed; ...`.
    pub fn add(&mut self, line: &str) {
        let Some((_, counts)) = line.strip_prefix("test result: ").and_then(|l| l.split_once(". "))
        else {
            return;
        };
        for count in counts.split("; ") {
            match count.split_once(' ').and_then(|(n, what)| Some((n.parse::<u64>().ok()?, what))) {
                Some((n, "passed")) => self.passed += n,
                Some((n, "failed")) => self.failed += n,
                _ => {}
            }
        }
    }
}

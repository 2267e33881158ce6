//! Replays while the exploration goes on, by one thread beside its workers.
//!
//! Only tests that are replayed whatever else the run finds are run early, and only that a test was confirmed is
//! remembered. So what is reported does not depend on how far this came: everything else is run afterwards.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use effigy_base::budget::CancelToken;
use effigy_formats::ktest;
use effigy_formats::test_case::{Outcome, TestCase};

use super::child::{Input, encode};
use super::{Replay, Replayer};

/// Bytes of remembered tests; tests beyond are run afterwards.
const ROOM: usize = 16 << 20;

/// The tests that were confirmed.
#[derive(Debug, Default)]
pub(super) struct Known {
    tests: Mutex<Tests>,
}

#[derive(Debug, Default)]
struct Tests {
    confirmed: HashSet<Vec<u8>>,
    bytes: usize,
}

impl Known {
    /// Whether a test with these inputs and this end was confirmed.
    pub fn confirms(&self, test: &TestCase) -> bool {
        let tests = self.tests.lock().unwrap_or_else(PoisonError::into_inner);
        !tests.confirmed.is_empty() && content(test).is_some_and(|c| tests.confirmed.contains(&c))
    }

    /// Remembers a test; whether there is room for more.
    fn add(&self, test: &TestCase) -> bool {
        let mut tests = self.tests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(content) = content(test) {
            tests.bytes += content.len();
            tests.confirmed.insert(content);
        }
        tests.bytes < ROOM
    }
}

/// All that a native run is given, and its end; `None` for a test that fails.
fn content(test: &TestCase) -> Option<Vec<u8>> {
    let Outcome::Exit(status) = &test.predicted else { return None };
    let stdin = test.stdin.as_deref().unwrap_or_default();
    let mut content = encode(&test.arguments, &Input::Bytes(stdin), &[]);
    content.extend(status.to_ne_bytes());
    if !test.objects.is_empty() {
        content.extend(ktest::write(test, ""));
    }
    Some(content)
}

impl Replayer<'_> {
    /// Runs a test of a completed path; whether there is room to remember another one.
    pub fn replay_one_early(&self, test: &TestCase, early: &CancelToken) -> bool {
        self.replay(test, early) != Replay::Confirmed || self.known.add(test)
    }
}

//! The steps of a session, to go back.

use effigy_session::debug::{Debugger, Snapshot};

/// Most states that are kept. Beyond that every second one of the older half is dropped and is found again by executing
/// its statements from the one before: execution is deterministic.
const MOST: usize = 2000;

/// The states that the session came through.
#[derive(Default)]
pub(crate) struct History {
    entries: Vec<Entry>,
    /// The number of the present step.
    now: u64,
}

struct Entry {
    step: u64,
    snapshot: Snapshot,
    /// Whether it came about otherwise than by executing the statement before.
    pinned: bool,
}

impl History {
    /// Takes note of the state after a step; `pinned` when the step was another one than an executed statement.
    pub fn record(&mut self, debugger: &Debugger, pinned: bool) {
        self.now += 1;
        let snapshot = debugger.snapshot();
        self.entries.push(Entry { step: self.now, snapshot, pinned });
        if self.entries.len() > MOST {
            let half = self.entries.len() / 2;
            let mut index = 0;
            self.entries.retain(|entry| {
                index += 1;
                index > half || entry.pinned || index % 2 == 1
            });
        }
    }

    /// Takes note of a fork that was met in the statement before which execution stood: that is no step of its own.
    pub fn record_fork(&mut self, debugger: &Debugger) {
        if self.entries.last().is_some_and(|e| e.step == self.now) {
            self.entries.pop();
        }
        let snapshot = debugger.snapshot();
        self.entries.push(Entry { step: self.now, snapshot, pinned: true });
    }

    /// Goes back by so many steps, or as far as there are any; gives how many were undone.
    pub fn back(&mut self, debugger: &mut Debugger, steps: u64) -> u64 {
        let Some(first) = self.entries.first().map(|e| e.step) else { return 0 };
        let target = self.now.saturating_sub(steps).max(first);
        self.entries.truncate(self.entries.partition_point(|e| e.step <= target));
        let Some(from) = self.entries.last() else { return 0 };
        debugger.restore(&from.snapshot);
        for _ in from.step..target {
            if debugger.advance(false).is_err() {
                break;
            }
        }
        let undone = self.now - target;
        if from.step < target {
            let snapshot = debugger.snapshot();
            self.entries.push(Entry { step: target, snapshot, pinned: false });
        }
        self.now = target;
        undone
    }
}

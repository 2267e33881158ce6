//! Work that instructions do not count: what a model does in one call, and what an instruction does with many bytes. It is
//! charged where it is done, and whether the run is stopped is asked after so much of it.

use crate::data::stop::{CutReason, Ending, Stop};
use crate::machine::Job;
use std::cell::Cell;

/// Work between two looks whether the run is stopped: about as much as that many bytes that are read one by one.
const UNSEEN: u64 = 1 << 16;

/// The work of an instruction off the fast path.
pub(crate) const STEP: u64 = UNSEEN / 128;

/// Bytes that are moved together with the work of one that is read by itself.
const TOGETHER: u64 = 64;

/// The work of a worker.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// Done since the last look.
    unseen: Cell<u64>,
    /// Why the run is stopped, when a look said so during the present call or instruction.
    stopped: Cell<Option<CutReason>>,
}

/// What a machine may use of time and memory.
pub(crate) struct Limits<'a> {
    pub(super) job: &'a Job,
    /// Bytes that steps took since the memory of the process was looked at.
    pub(super) unseen: &'a Cell<u64>,
    pub(super) work: &'a Work,
}

impl Limits<'_> {
    /// Charges work; whether the run is stopped, so that what is going on need not go on: its result does not count.
    #[inline]
    pub(crate) fn work(&self, amount: u64) -> bool {
        let unseen = self.work.unseen.get().saturating_add(amount);
        if unseen < UNSEEN {
            self.work.unseen.set(unseen);
            return self.work.stopped.get().is_some();
        }
        self.look()
    }

    /// Charges the work of bytes that are moved together.
    pub(crate) fn work_on_bytes(&self, bytes: u64) -> bool {
        self.work(bytes / TOGETHER)
    }

    #[cold]
    fn look(&self) -> bool {
        self.work.unseen.set(0);
        if let Some(reason) = self.job.cancel.reason() {
            self.work.stopped.set(Some(reason.into()));
        }
        self.work.stopped.get().is_some()
    }

    /// The end of a path whose call or instruction did not go on; asked once, behind it.
    pub(crate) fn stopped_at_work(&self) -> Option<Stop> {
        self.work.stopped.take().map(|reason| Stop::End(Ending::Cut(reason)))
    }
}

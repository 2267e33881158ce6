//! Letting others run: sleep, `sched_yield`, and the hint of a loop that waits.

use super::waits::nanoseconds;
use crate::models::time::clock::SECOND;
use crate::shared::value::{Answer, Entry};
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::threads::Step;

pub(super) const MODELS: &[Entry] = &[
    ("sched_yield", |_| rest(0)),
    ("pthread_yield", |_| rest(0)),
    ("effigy.pause", |_| Ok(Flow::Thread(Step::Rest(Vec::new(), 0)))),
    ("nanosleep", |call| {
        let time = nanoseconds(call, 0)?;
        rest(time)
    }),
    ("clock_nanosleep", clock_nanosleep),
    ("usleep", |call| {
        let time = call.word(0)?;
        rest((time & u64::from(u32::MAX)).saturating_mul(1000))
    }),
    ("sleep", |call| {
        let time = call.word(0)?;
        rest((time & u64::from(u32::MAX)).saturating_mul(SECOND))
    }),
];

/// Returns zero when so much time has passed.
pub(super) fn rest(nanoseconds: u64) -> Answer {
    Ok(Flow::Thread(Step::Rest(vec![Slot::word(0)], nanoseconds)))
}

/// `clock_nanosleep(clock, flags, time, left)`.
fn clock_nanosleep(call: &mut Call<'_>) -> Answer {
    const ABSOLUTE: u64 = 1;
    let time = nanoseconds(call, 2)?;
    match call.word(1)? & ABSOLUTE {
        0 => rest(time),
        _ => rest(time.saturating_sub(SECOND).saturating_sub(call.threads().clock())),
    }
}

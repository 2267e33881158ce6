//! Condition variables. Who waits for one is known to the scheduler; the object holds nothing.

use super::mutex::{Attempt, attempt, mutex, release};
use super::waits::until;
use super::{ETIMEDOUT, is_late, object, read, wait};
use crate::shared::value::{Answer, Entry, word, zero};
use effigy_exec::call::Call;
use effigy_exec::stop::Stop;

pub(super) const MODELS: &[Entry] = &[
    ("pthread_condattr_init", zero),
    ("pthread_condattr_setclock", zero),
    ("pthread_condattr_setpshared", zero),
    ("pthread_condattr_destroy", zero),
    ("pthread_cond_init", init),
    ("pthread_cond_wait", |call| await_until(call, None)),
    ("pthread_cond_timedwait", |call| {
        let until = until(call, 2)?;
        await_until(call, Some(until))
    }),
    ("pthread_cond_clockwait", |call| {
        let until = until(call, 3)?;
        await_until(call, Some(until))
    }),
    ("pthread_cond_signal", |call| notify(call, 1)),
    ("pthread_cond_broadcast", |call| notify(call, u64::MAX)),
    ("pthread_cond_destroy", zero),
];

const SIZE: u64 = 48;

/// What a thread does that waits: for the condition, or to lock the mutex again after it was notified or too late.
const NOTIFIED: u64 = 1;
const LATE: u64 = 2;

pub(super) fn init(call: &mut Call<'_>) -> Answer {
    let cond = object(call, SIZE)?;
    call.write_bytes(cond, &[0; SIZE as usize]);
    word(0)
}

/// The checked condition variable of the first argument, which was initialised.
fn condition(call: &mut Call<'_>) -> Result<u64, Stop> {
    let cond = object(call, SIZE)?;
    read(call, cond)?;
    Ok(cond)
}

/// Unlocks the mutex of the second argument, waits for the condition variable of the first one, and locks the mutex again.
pub(super) fn await_until(call: &mut Call<'_>, until: Option<u64>) -> Answer {
    let (cond, mutex) = (condition(call)?, mutex(call, 1)?);
    let Some(resumed) = call.resumed() else {
        let refused = release(call, mutex)?;
        return match refused {
            0 => wait(cond, "for a condition variable", until, 0),
            error => word(error),
        };
    };
    let phase = match resumed.note {
        0 if is_late(call) => LATE,
        0 => NOTIFIED,
        phase => phase,
    };
    match attempt(call, mutex)? {
        Attempt::Done(0) => word(if phase == LATE { ETIMEDOUT } else { 0 }),
        Attempt::Done(error) => word(error),
        Attempt::Waits(why) => wait(mutex, why, None, phase),
    }
}

/// Lets up to `count` threads go on that wait for the condition variable.
pub(super) fn notify(call: &mut Call<'_>, count: u64) -> Answer {
    let cond = condition(call)?;
    call.wake(cond, count);
    word(0)
}

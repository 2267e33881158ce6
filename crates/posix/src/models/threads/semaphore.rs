//! Semaphores of `<semaphore.h>` without a name.

use super::waits::until;
use super::{EAGAIN, EINVAL, ETIMEDOUT, is_late, object, put, read, wait};
use crate::shared::failed::failed;
use crate::shared::value::{Answer, Entry, word};
use effigy_exec::call::Call;

pub(super) const MODELS: &[Entry] = &[
    ("sem_init", init),
    ("sem_wait", |call| take(call, None)),
    ("sem_timedwait", |call| {
        let until = until(call, 1)?;
        take(call, Some(until))
    }),
    ("sem_clockwait", |call| {
        let until = until(call, 2)?;
        take(call, Some(until))
    }),
    ("sem_trywait", try_take),
    ("sem_post", post),
    ("sem_getvalue", value),
    ("sem_destroy", |call| {
        object(call, SIZE)?;
        word(0)
    }),
];

const SIZE: u64 = 32;
const GREATEST: u32 = i32::MAX as u32;
const EOVERFLOW: u32 = 75;

/// `sem_init(semaphore, shared, value)`.
fn init(call: &mut Call<'_>) -> Answer {
    let semaphore = object(call, SIZE)?;
    let value = call.word(2)? as u32;
    if value > GREATEST {
        return failed(call, EINVAL as u32, -1);
    }
    call.write_bytes(semaphore, &[0; SIZE as usize]);
    put(call, semaphore, value);
    word(0)
}

fn take(call: &mut Call<'_>, until: Option<u64>) -> Answer {
    let semaphore = object(call, SIZE)?;
    match read(call, semaphore)? {
        0 if is_late(call) => failed(call, ETIMEDOUT as u32, -1),
        0 => wait(semaphore, "for a semaphore", until, 0),
        value => {
            put(call, semaphore, value - 1);
            word(0)
        }
    }
}

fn try_take(call: &mut Call<'_>) -> Answer {
    let semaphore = object(call, SIZE)?;
    match read(call, semaphore)? {
        0 => failed(call, EAGAIN as u32, -1),
        value => {
            put(call, semaphore, value - 1);
            word(0)
        }
    }
}

fn post(call: &mut Call<'_>) -> Answer {
    let semaphore = object(call, SIZE)?;
    let value = read(call, semaphore)?;
    if value == GREATEST {
        return failed(call, EOVERFLOW, -1);
    }
    put(call, semaphore, value + 1);
    call.wake(semaphore, 1);
    word(0)
}

/// `sem_getvalue(semaphore, target)`.
fn value(call: &mut Call<'_>) -> Answer {
    let semaphore = object(call, SIZE)?;
    let target = call.address(call.arg(1), 4, true)?;
    let value = read(call, semaphore)?;
    put(call, target, value);
    word(0)
}

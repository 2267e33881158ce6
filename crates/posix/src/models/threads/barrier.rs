//! Barriers: the last thread that comes lets the others go on.

use super::{EBUSY, EINVAL, object, put, read, wait};
use crate::shared::value::{Answer, Entry, signed, word, zero};
use effigy_exec::call::Call;

pub(super) const MODELS: &[Entry] = &[
    ("pthread_barrierattr_init", zero),
    ("pthread_barrierattr_setpshared", zero),
    ("pthread_barrierattr_destroy", zero),
    ("pthread_barrier_init", init),
    ("pthread_barrier_wait", meet),
    ("pthread_barrier_destroy", destroy),
];

/// Where the parts of a barrier stand: how many threads meet, and how many wait.
const COUNT: u64 = 0;
const WAITING: u64 = 4;
const SIZE: u64 = 32;

/// The answer to the last thread that comes.
const SERIAL_THREAD: i64 = -1;

/// `pthread_barrier_init(barrier, attributes, count)`.
fn init(call: &mut Call<'_>) -> Answer {
    let barrier = object(call, SIZE)?;
    let count = call.word(2)? as u32;
    if count == 0 {
        return word(EINVAL);
    }
    call.write_bytes(barrier, &[0; SIZE as usize]);
    put(call, barrier + COUNT, count);
    word(0)
}

fn meet(call: &mut Call<'_>) -> Answer {
    let barrier = object(call, SIZE)?;
    if call.resumed().is_some() {
        return word(0);
    }
    let (count, waiting) = (read(call, barrier + COUNT)?, read(call, barrier + WAITING)? + 1);
    if waiting < count {
        put(call, barrier + WAITING, waiting);
        let what = format!("at a barrier for {count} threads, {waiting} of which came");
        return wait(barrier, what, None, 0);
    }
    put(call, barrier + WAITING, 0);
    call.wake(barrier, u64::MAX);
    signed(call, SERIAL_THREAD)
}

fn destroy(call: &mut Call<'_>) -> Answer {
    let barrier = object(call, SIZE)?;
    let waiting = read(call, barrier + WAITING)?;
    word(if waiting == 0 { 0 } else { EBUSY })
}

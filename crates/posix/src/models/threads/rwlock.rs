//! Locks for one writer or several readers, in the program's own objects.

use super::waits::until;
use super::{EBUSY, EDEADLK, ETIMEDOUT, is_late, misused, object, of_id, own_id, put, read, wait};
use crate::shared::value::{Answer, Entry, word, zero};
use effigy_exec::call::Call;
use effigy_exec::stop::Stop;
use effigy_exec::threads::name;

pub(super) const MODELS: &[Entry] = &[
    ("pthread_rwlockattr_init", zero),
    ("pthread_rwlockattr_setkind_np", zero),
    ("pthread_rwlockattr_setpshared", zero),
    ("pthread_rwlockattr_destroy", zero),
    ("pthread_rwlock_init", init),
    ("pthread_rwlock_rdlock", |call| lock(call, Mode::Shared, None)),
    ("pthread_rwlock_wrlock", |call| lock(call, Mode::Alone, None)),
    ("pthread_rwlock_tryrdlock", |call| try_lock(call, Mode::Shared)),
    ("pthread_rwlock_trywrlock", |call| try_lock(call, Mode::Alone)),
    ("pthread_rwlock_timedrdlock", |call| {
        let until = until(call, 1)?;
        lock(call, Mode::Shared, Some(until))
    }),
    ("pthread_rwlock_timedwrlock", |call| {
        let until = until(call, 1)?;
        lock(call, Mode::Alone, Some(until))
    }),
    ("pthread_rwlock_unlock", unlock),
    ("pthread_rwlock_destroy", destroy),
];

/// Where the parts of a lock stand: how many readers hold it, and which writer.
const READERS: u64 = 0;
const WRITER: u64 = 4;
const SIZE: u64 = 56;

/// How a lock is held.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// With other readers.
    Shared,
    /// By one writer.
    Alone,
}

fn init(call: &mut Call<'_>) -> Answer {
    let lock = object(call, SIZE)?;
    call.write_bytes(lock, &[0; SIZE as usize]);
    word(0)
}

/// Takes a lock where that can be done at once; why not, else.
fn attempt(call: &mut Call<'_>, lock: u64, mode: Mode) -> Result<Result<(), String>, Stop> {
    let (readers, writer) = (read(call, lock + READERS)?, read(call, lock + WRITER)?);
    if writer != 0 {
        let holder = of_id(call, u64::from(writer)).map_or("nobody".to_owned(), name);
        return Ok(Err(format!("for a read-write lock that {holder} holds")));
    }
    if mode == Mode::Alone && readers != 0 {
        return Ok(Err("for a read-write lock that readers hold".to_owned()));
    }
    match mode {
        Mode::Shared => put(call, lock + READERS, readers + 1),
        Mode::Alone => {
            let own = own_id(call) as u32;
            put(call, lock + WRITER, own);
        }
    }
    Ok(Ok(()))
}

fn lock(call: &mut Call<'_>, mode: Mode, until: Option<u64>) -> Answer {
    let lock = object(call, SIZE)?;
    if u64::from(read(call, lock + WRITER)?) == own_id(call) {
        return word(EDEADLK);
    }
    match attempt(call, lock, mode)? {
        Ok(()) => word(0),
        Err(_) if is_late(call) => word(ETIMEDOUT),
        Err(why) => wait(lock, why, until, 0),
    }
}

fn try_lock(call: &mut Call<'_>, mode: Mode) -> Answer {
    let lock = object(call, SIZE)?;
    let taken = attempt(call, lock, mode)?;
    word(if taken.is_ok() { 0 } else { EBUSY })
}

fn unlock(call: &mut Call<'_>) -> Answer {
    let lock = object(call, SIZE)?;
    let (readers, writer) = (read(call, lock + READERS)?, read(call, lock + WRITER)?);
    let own = u64::from(writer) == own_id(call);
    if !own && readers == 0 {
        let message = match writer {
            0 => "a read-write lock is unlocked that is not locked",
            _ => "a read-write lock is unlocked that another thread holds",
        };
        misused(call, message, 0)?;
    }
    match own {
        true => put(call, lock + WRITER, 0),
        false => put(call, lock + READERS, readers.saturating_sub(1)),
    }
    call.wake(lock, u64::MAX);
    word(0)
}

fn destroy(call: &mut Call<'_>) -> Answer {
    object(call, SIZE)?;
    word(0)
}

//! Mutexes of all kinds, in the program's own objects, laid out as glibc's static initializers ask.

use super::waits::until;
use super::{
    EBUSY, EDEADLK, EINVAL, EPERM, ETIMEDOUT, is_late, misused, object, of_id, own_id, put, read,
    wait,
};
use crate::shared::value::{Answer, Entry, word, zero};
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;
use effigy_exec::threads::name;

pub(super) const MODELS: &[Entry] = &[
    ("pthread_mutexattr_init", attr_init),
    ("pthread_mutexattr_settype", attr_set_kind),
    ("pthread_mutexattr_gettype", attr_get_kind),
    ("pthread_mutexattr_setpshared", zero),
    ("pthread_mutexattr_setprotocol", zero),
    ("pthread_mutexattr_setrobust", robust),
    ("pthread_mutexattr_destroy", zero),
    ("pthread_mutex_init", init),
    ("pthread_mutex_lock", |call| lock(call, None)),
    ("pthread_mutex_trylock", try_lock),
    ("pthread_mutex_timedlock", |call| {
        let until = until(call, 1)?;
        lock(call, Some(until))
    }),
    ("pthread_mutex_clocklock", |call| {
        let until = until(call, 2)?;
        lock(call, Some(until))
    }),
    ("pthread_mutex_unlock", unlock),
    ("pthread_mutex_destroy", destroy),
];

/// Where the parts of a mutex stand: whether it is locked, how often by its owner, by whom, and its kind.
const LOCKED: u64 = 0;
const COUNT: u64 = 4;
const OWNER: u64 = 8;
const KIND: u64 = 16;
const SIZE: u64 = 40;
const ATTR_SIZE: u64 = 4;

const RECURSIVE: u32 = 1;
const ERROR_CHECK: u32 = 2;

/// What an attempt to lock comes to.
pub(super) enum Attempt {
    /// The answer.
    Done(u64),
    /// It waits: this is why.
    Waits(String),
}

/// Makes a mutex of a kind.
pub(super) fn make(call: &mut Call<'_>, kind: u32) -> Result<(), Stop> {
    let mutex = object(call, SIZE)?;
    call.write_bytes(mutex, &[0; SIZE as usize]);
    put(call, mutex + KIND, kind);
    Ok(())
}

/// `pthread_mutex_init(mutex, attributes)`.
fn init(call: &mut Call<'_>) -> Answer {
    let attr = call.word(1)?;
    let kind = match attr {
        0 => 0,
        attr => {
            let attr = call.address(Slot::word(attr), ATTR_SIZE, false)?;
            read(call, attr)?
        }
    };
    make(call, kind)?;
    word(0)
}

/// A checked mutex: its address.
pub(super) fn mutex(call: &mut Call<'_>, index: usize) -> Result<u64, Stop> {
    call.address(call.arg(index), SIZE, true)
}

/// Locks a mutex when it is free, or when its kind has another answer than to wait.
pub(super) fn attempt(call: &mut Call<'_>, mutex: u64) -> Result<Attempt, Stop> {
    let (locked, kind) = (read(call, mutex + LOCKED)?, read(call, mutex + KIND)? & 3);
    let own = own_id(call) as u32;
    if locked == 0 {
        put(call, mutex + LOCKED, 1);
        put(call, mutex + COUNT, 1);
        put(call, mutex + OWNER, own);
        return Ok(Attempt::Done(0));
    }
    let owner = read(call, mutex + OWNER)?;
    if owner == own && kind == RECURSIVE {
        let count = read(call, mutex + COUNT)?;
        put(call, mutex + COUNT, count.wrapping_add(1));
        return Ok(Attempt::Done(0));
    }
    if owner == own && kind == ERROR_CHECK {
        return Ok(Attempt::Done(EDEADLK));
    }
    let holder = match of_id(call, u64::from(owner)) {
        Some(_) if owner == own => "that it holds itself".to_owned(),
        Some(id) if call.threads().has_ended(id) => format!("that {} held when it ended", name(id)),
        Some(id) => format!("that {} holds", name(id)),
        None => "that nobody holds".to_owned(),
    };
    Ok(Attempt::Waits(format!("for a mutex {holder}")))
}

/// Locks the mutex of the first argument, at the latest at a time.
pub(super) fn lock(call: &mut Call<'_>, until: Option<u64>) -> Answer {
    let mutex = mutex(call, 0)?;
    match attempt(call, mutex)? {
        Attempt::Done(answer) => word(answer),
        Attempt::Waits(_) if is_late(call) => word(ETIMEDOUT),
        Attempt::Waits(why) => wait(mutex, why, until, 0),
    }
}

pub(super) fn try_lock(call: &mut Call<'_>) -> Answer {
    let mutex = mutex(call, 0)?;
    match attempt(call, mutex)? {
        Attempt::Done(0) => word(0),
        Attempt::Done(_) | Attempt::Waits(_) => word(EBUSY),
    }
}

/// Unlocks a mutex that the running thread has locked.
pub(super) fn release(call: &mut Call<'_>, mutex: u64) -> Result<u64, Stop> {
    let (locked, kind) = (read(call, mutex + LOCKED)?, read(call, mutex + KIND)? & 3);
    let owner = read(call, mutex + OWNER)?;
    if locked == 0 || u64::from(owner) != own_id(call) {
        if matches!(kind, RECURSIVE | ERROR_CHECK) {
            return Ok(EPERM);
        }
        let message = match locked {
            0 => "a mutex is unlocked that is not locked",
            _ => "a mutex is unlocked that another thread holds",
        };
        misused(call, message, 0)?;
    }
    let count = read(call, mutex + COUNT)?;
    if count > 1 {
        put(call, mutex + COUNT, count - 1);
        return Ok(0);
    }
    call.write_bytes(mutex, &[0; KIND as usize]);
    call.wake(mutex, 1);
    Ok(0)
}

pub(super) fn unlock(call: &mut Call<'_>) -> Answer {
    let mutex = mutex(call, 0)?;
    let answer = release(call, mutex)?;
    word(answer)
}

pub(super) fn destroy(call: &mut Call<'_>) -> Answer {
    let mutex = mutex(call, 0)?;
    let locked = read(call, mutex + LOCKED)?;
    word(if locked == 0 { 0 } else { EBUSY })
}

fn attr_init(call: &mut Call<'_>) -> Answer {
    let attr = object(call, ATTR_SIZE)?;
    put(call, attr, 0);
    word(0)
}

/// `pthread_mutexattr_settype(attributes, kind)`.
fn attr_set_kind(call: &mut Call<'_>) -> Answer {
    let attr = object(call, ATTR_SIZE)?;
    let kind = call.word(1)?;
    if kind > 3 {
        return word(EINVAL);
    }
    put(call, attr, kind as u32);
    word(0)
}

/// `pthread_mutexattr_gettype(attributes, kind)`.
fn attr_get_kind(call: &mut Call<'_>) -> Answer {
    let attr = object(call, ATTR_SIZE)?;
    let target = call.address(call.arg(1), 4, true)?;
    let kind = read(call, attr)?;
    put(call, target, kind);
    word(0)
}

fn robust(call: &mut Call<'_>) -> Answer {
    match call.word(1)? {
        0 => word(0),
        _ => Err(call.unsupported("robust mutexes")),
    }
}

//! Keys of which each thread has a value of its own.

use super::{EINVAL, current, current_mut};
use crate::shared::value::{Answer, Entry, int, slot, word};
use crate::state::threads::Key;
use crate::state::{state, state_mut};
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(super) const MODELS: &[Entry] = &[
    ("pthread_key_create", |call| {
        create(call)?;
        word(0)
    }),
    ("pthread_key_delete", |call| {
        let known = delete(call)?;
        word(if known { 0 } else { EINVAL })
    }),
    ("pthread_setspecific", |call| {
        let known = set(call)?;
        word(if known { 0 } else { EINVAL })
    }),
    ("pthread_getspecific", get),
];

/// `pthread_key_create(key, destructor)`.
pub(super) fn create(call: &mut Call<'_>) -> Result<(), Stop> {
    let target = call.address(call.arg(0), 4, true)?;
    let destructor = call.word(1)?;
    let keys = &mut state_mut(call)?.keys;
    keys.push(Key { destructor, deleted: false });
    let key = keys.len() as u32;
    call.write_bytes(target, &key.to_le_bytes());
    Ok(())
}

/// The place of the key of the first argument, when there is such a key.
fn key(call: &mut Call<'_>) -> Result<Option<usize>, Stop> {
    let at = (int(call, 0)? as usize).wrapping_sub(1);
    let known = state(call)?.keys.get(at).is_some_and(|key| !key.deleted);
    Ok(known.then_some(at))
}

pub(super) fn delete(call: &mut Call<'_>) -> Result<bool, Stop> {
    let Some(at) = key(call)? else { return Ok(false) };
    state_mut(call)?.keys[at].deleted = true;
    Ok(true)
}

/// `pthread_setspecific(key, value)`.
pub(super) fn set(call: &mut Call<'_>) -> Result<bool, Stop> {
    let Some(at) = key(call)? else { return Ok(false) };
    let value = call.arg(1);
    let keys = &mut current_mut(call)?.keys;
    if keys.len() <= at {
        keys.resize(at + 1, Slot::word(0));
    }
    keys[at] = value;
    Ok(true)
}

pub(super) fn get(call: &mut Call<'_>) -> Answer {
    let Some(at) = key(call)? else { return word(0) };
    let value = current(call)?.and_then(|thread| thread.keys.get(at).copied());
    slot(value.unwrap_or_default())
}

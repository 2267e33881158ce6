//! Threads: there is one. Locks are free, keys hold its values, starting another is not modelled.

use crate::registry::Entry;
use crate::value::{Answer, int, slot, word, zero};
use crate::world::{world, world_mut};
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;

pub(crate) const MODELS: &[Entry] = &[
    ("pthread_create", threads),
    ("clone", threads),
    ("fork", threads),
    ("vfork", threads),
    ("pthread_join", threads),
    ("pthread_cond_wait", threads),
    ("pthread_cond_timedwait", threads),
    ("pthread_self", thread_id),
    ("pthread_equal", |c| {
        let same = c.word(0)? == c.word(1)?;
        word(u64::from(same))
    }),
    ("pthread_once", once),
    ("pthread_key_create", key_create),
    ("pthread_key_delete", zero),
    ("pthread_setspecific", set_specific),
    ("pthread_getspecific", get_specific),
    ("pthread_attr_init", zero),
    ("pthread_attr_destroy", zero),
    ("pthread_attr_setstacksize", zero),
    ("pthread_attr_getstack", no_memory),
    ("pthread_attr_getguardsize", no_memory),
    ("pthread_getattr_np", no_memory),
    ("pthread_setname_np", zero),
    ("pthread_sigmask", zero),
    ("pthread_detach", zero),
    ("pthread_mutexattr_init", zero),
    ("pthread_mutexattr_settype", zero),
    ("pthread_mutexattr_destroy", zero),
    ("pthread_mutex_init", zero),
    ("pthread_mutex_lock", zero),
    ("pthread_mutex_trylock", zero),
    ("pthread_mutex_unlock", zero),
    ("pthread_mutex_destroy", zero),
    ("pthread_rwlock_init", zero),
    ("pthread_rwlock_rdlock", zero),
    ("pthread_rwlock_wrlock", zero),
    ("pthread_rwlock_unlock", zero),
    ("pthread_rwlock_destroy", zero),
    ("pthread_condattr_init", zero),
    ("pthread_condattr_setclock", zero),
    ("pthread_condattr_destroy", zero),
    ("pthread_cond_init", zero),
    ("pthread_cond_signal", zero),
    ("pthread_cond_broadcast", zero),
    ("pthread_cond_destroy", zero),
    ("sched_yield", zero),
];

const ENOMEM: u64 = 12;

fn threads(call: &mut Call<'_>) -> Answer {
    Err(call.unsupported("threads"))
}

fn thread_id(_: &mut Call<'_>) -> Answer {
    word(4711)
}

fn no_memory(_: &mut Call<'_>) -> Answer {
    word(ENOMEM)
}

/// `pthread_once(control, function)`: the function runs in place of the first call and the result is its own, which
/// callers do not look at.
fn once(call: &mut Call<'_>) -> Answer {
    let control = call.address(call.arg(0), 4, true)?;
    let function = call.word(1)?;
    let done = call.byte(control);
    if call.concrete(done)? != 0 {
        return word(0);
    }
    call.write_bytes(control, &[2]);
    call.tail("effigy.call", vec![Slot::word(function)])
}

fn key_create(call: &mut Call<'_>) -> Answer {
    let target = call.address(call.arg(0), 4, true)?;
    let keys = &mut world_mut(call)?.keys;
    keys.push(Slot::word(0));
    let key = keys.len() as u32;
    call.write_bytes(target, &key.to_le_bytes());
    word(0)
}

fn set_specific(call: &mut Call<'_>) -> Answer {
    const EINVAL: u64 = 22;
    let key = int(call, 0)? as usize;
    let value = call.arg(1);
    match world_mut(call)?.keys.get_mut(key.wrapping_sub(1)) {
        Some(slot) => {
            *slot = value;
            word(0)
        }
        None => word(EINVAL),
    }
}

fn get_specific(call: &mut Call<'_>) -> Answer {
    let key = int(call, 0)? as usize;
    let value = world(call)?.keys.get(key.wrapping_sub(1)).copied();
    slot(value.unwrap_or_default())
}

//! Threads: their lives, and what they wait for. Locks and the like keep their state in the program's own objects.

mod barrier;
mod c11;
mod cond;
mod futex;
mod keys;
mod life;
mod mutex;
mod once;
mod rwlock;
mod semaphore;
mod sleep;
mod waits;

pub(crate) use futex::futex;
pub(crate) use life::{has_functions_at_exit, pop_at_exit};

use crate::shared::value::{Answer, Entry};
use crate::state::threads::Thread;
use crate::state::{state, state_mut};
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;
use effigy_exec::threads::{Reason, Step, ThreadId, Wait};

pub(crate) const LIFE: &[Entry] = life::MODELS;
pub(crate) const LOCKS: &[Entry] = mutex::MODELS;
pub(crate) const SHARED_LOCKS: &[Entry] = rwlock::MODELS;
pub(crate) const CONDITIONS: &[Entry] = cond::MODELS;
pub(crate) const MEETINGS: &[Entry] = barrier::MODELS;
pub(crate) const SEMAPHORES: &[Entry] = semaphore::MODELS;
pub(crate) const ONCE: &[Entry] = once::MODELS;
pub(crate) const KEYS: &[Entry] = keys::MODELS;
pub(crate) const SLEEP: &[Entry] = sleep::MODELS;
pub(crate) const C11: &[Entry] = c11::MODELS;

const EPERM: u64 = 1;
const ESRCH: u64 = 3;
const EAGAIN: u64 = 11;
const EBUSY: u64 = 16;
const EINVAL: u64 = 22;
const EDEADLK: u64 = 35;
const ETIMEDOUT: u64 = 110;

/// What a thread is known by to the program is its number and this.
const FIRST_ID: u64 = 4711;

/// What the path keeps of a thread, for changing.
fn thread_mut<'c>(call: &'c mut Call<'_>, id: ThreadId) -> Result<&'c mut Thread, Stop> {
    let threads = &mut state_mut(call)?.threads;
    if threads.len() <= id {
        threads.resize(id + 1, Thread::default());
    }
    Ok(&mut threads[id])
}

/// What the path keeps of the running thread, for looking; `None` when that is nothing.
pub(crate) fn current<'c>(call: &'c Call<'_>) -> Result<Option<&'c Thread>, Stop> {
    let id = call.threads().running();
    Ok(state(call)?.threads.get(id))
}

/// What the path keeps of the running thread, for changing.
pub(crate) fn current_mut<'c>(call: &'c mut Call<'_>) -> Result<&'c mut Thread, Stop> {
    let id = call.threads().running();
    thread_mut(call, id)
}

/// What the running thread is known by.
pub(crate) fn own_id(call: &Call<'_>) -> u64 {
    FIRST_ID + call.threads().running() as u64
}

/// The thread that is known by a number.
fn of_id(call: &Call<'_>, id: u64) -> Option<ThreadId> {
    let number = usize::try_from(id.checked_sub(FIRST_ID)?).ok()?;
    (number < call.threads().started()).then_some(number)
}

/// Lets the running thread wait.
fn wait(key: u64, what: impl Into<String>, until: Option<u64>, note: u64) -> Answer {
    Ok(Flow::Thread(Step::Wait(Wait { key, what: what.into(), until, note })))
}

/// Whether the running thread is asked again because its time was over.
fn is_late(call: &Call<'_>) -> bool {
    call.resumed().is_some_and(|resumed| resumed.reason == Reason::TimedOut)
}

/// A checked object of the program's in which a lock or the like keeps its state.
fn object(call: &mut Call<'_>, size: u64) -> Result<u64, Stop> {
    call.address(call.arg(0), size, true)
}

/// A word of 32 bits at a checked address.
fn read(call: &mut Call<'_>, address: u64) -> Result<u32, Stop> {
    let value = call.load(Slot::word(address), Sort::BitVec(32))?;
    Ok(call.concrete(value)? as u32)
}

/// Writes a word of 32 bits to a checked address.
fn put(call: &mut Call<'_>, address: u64, value: u32) {
    call.write_bytes(address, &value.to_le_bytes());
}

/// An error that the standard calls undefined; the answer where such are not looked for.
fn misused(call: &mut Call<'_>, message: &str, answer: u64) -> Result<u64, Stop> {
    match call.finds(FindingKind::BadCall) {
        true => Err(call.fail(FindingKind::BadCall, message)),
        false => Ok(answer),
    }
}

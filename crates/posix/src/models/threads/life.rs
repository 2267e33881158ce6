//! The lives of threads: `pthread_create`, `pthread_join`, `pthread_exit` and what belongs to them.

use super::{
    EDEADLK, EINVAL, ESRCH, current, current_mut, of_id, own_id, put, read, thread_mut, wait,
};
use crate::shared::memory;
use crate::shared::value::{Answer, Entry, nothing, word, zero};
use crate::state::state;
use crate::state::threads::{Key, Thread};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;
use effigy_exec::threads::{Step, TO_END, ThreadId, name};

pub(super) const MODELS: &[Entry] = &[
    ("pthread_create", create),
    ("pthread_join", join),
    ("pthread_detach", detach),
    ("pthread_exit", |call| call.tail(ENDS, vec![call.arg(0)])),
    ("pthread_self", |call| word(own_id(call))),
    ("pthread_equal", |call| {
        let same = call.word(0)? == call.word(1)?;
        word(u64::from(same))
    }),
    ("effigy.next_at_thread_exit", next_at_exit),
    ("effigy.end_thread", end),
    ("__cxa_thread_atexit_impl", at_thread_exit),
    ("__cxa_thread_atexit", at_thread_exit),
    ("clone", processes),
    ("fork", processes),
    ("vfork", processes),
    ("pthread_cancel", cancelling),
    ("pthread_setcancelstate", zero),
    ("pthread_setcanceltype", zero),
    ("pthread_testcancel", |_| nothing()),
    ("pthread_attr_init", attr_init),
    ("pthread_attr_destroy", zero),
    ("pthread_attr_setstacksize", attr_set_stack),
    ("pthread_attr_getstacksize", attr_get_stack),
    ("pthread_attr_setguardsize", zero),
    ("pthread_attr_setdetachstate", attr_set_detached),
    ("pthread_attr_getdetachstate", attr_get_detached),
    ("pthread_attr_setscope", zero),
    ("pthread_attr_setinheritsched", zero),
    ("pthread_attr_setschedpolicy", zero),
    ("pthread_attr_getstack", no_memory),
    ("pthread_attr_getguardsize", no_memory),
    ("pthread_getattr_np", no_memory),
    ("pthread_setname_np", zero),
    ("pthread_sigmask", zero),
    ("pthread_setconcurrency", zero),
];

/// The function of the library that ends a thread.
pub(super) const ENDS: &str = "effigy.thread_ends";

/// Where the parts of an attribute object stand.
const DETACHED: u64 = 0;
const STACK: u64 = 8;
const ATTR_SIZE: u64 = 56;

const ENOMEM: u64 = 12;
const DEFAULT_STACK: u64 = 8 << 20;
/// `PTHREAD_STACK_MIN`.
const LEAST_STACK: u64 = 16384;

/// How often the destructors of keys run at most: `PTHREAD_DESTRUCTOR_ITERATIONS`.
const ROUNDS: usize = 4;

fn processes(call: &mut Call<'_>) -> Answer {
    Err(call.unsupported("another process"))
}

fn cancelling(call: &mut Call<'_>) -> Answer {
    Err(call.unsupported("cancelling a thread"))
}

fn no_memory(_: &mut Call<'_>) -> Answer {
    word(ENOMEM)
}

/// `pthread_create(thread, attributes, function, argument)`.
fn create(call: &mut Call<'_>) -> Answer {
    let attr = call.word(1)?;
    let detached = attr != 0 && {
        let attr = call.address(Slot::word(attr), ATTR_SIZE, false)?;
        read(call, attr + DETACHED)? == 1
    };
    start(call, "effigy.thread", [2, 3], detached)
}

/// Starts a thread by a function of the library, which calls the program's with its argument; both are arguments of the call.
/// Writes what the thread is known by to the object of the first argument.
pub(super) fn start(
    call: &mut Call<'_>,
    by: &str,
    [function, argument]: [usize; 2],
    gone: bool,
) -> Answer {
    let target = call.address(call.arg(0), 8, true)?;
    let args = [Slot::word(call.word(function)?), call.arg(argument)];
    let id = call.start_thread(by, &args)?;
    let errno = memory::object(call, 4, 16)?;
    call.keep(errno);
    call.write_bytes(errno, &[0; 4]);
    *thread_mut(call, id)? = Thread { errno, gone, ..Thread::default() };
    call.write_bytes(target, &(super::FIRST_ID + id as u64).to_le_bytes());
    word(0)
}

/// What waits for the end of a thread waits for.
fn end_of(id: ThreadId) -> u64 {
    id as u64 + 1
}

/// `pthread_join(thread, result)`.
fn join(call: &mut Call<'_>) -> Answer {
    let result = call.word(1)?;
    if result != 0 {
        call.address(Slot::word(result), 8, true)?;
    }
    match ended(call)? {
        Joined::Waits(id) => wait_for(id),
        Joined::Refused(error) => word(error),
        Joined::With(value) => {
            if result != 0 {
                call.store_value(Slot::word(result), value, Sort::BitVec(64))?;
            }
            word(0)
        }
    }
}

/// What waiting for the end of a thread comes to.
pub(super) enum Joined {
    /// It runs.
    Waits(ThreadId),
    /// An error.
    Refused(u64),
    /// It has ended with this.
    With(Slot),
}

/// Waits for the thread of the first argument.
pub(super) fn ended(call: &mut Call<'_>) -> Result<Joined, Stop> {
    let number = call.word(0)?;
    let Some(id) = of_id(call, number) else { return Ok(Joined::Refused(ESRCH)) };
    if id == call.threads().running() {
        return Ok(Joined::Refused(EDEADLK));
    }
    if state(call)?.threads.get(id).is_some_and(|thread| thread.gone) {
        return Ok(Joined::Refused(EINVAL));
    }
    if !call.threads().has_ended(id) {
        return Ok(Joined::Waits(id));
    }
    let thread = thread_mut(call, id)?;
    thread.gone = true;
    Ok(Joined::With(thread.result))
}

/// Lets the running thread wait for the end of another one.
pub(super) fn wait_for(id: ThreadId) -> Answer {
    wait(end_of(id), format!("for {}{TO_END}", name(id)), None, 0)
}

/// Lets nobody wait for the end of the thread of the first argument any more; zero or an error.
pub(super) fn let_go(call: &mut Call<'_>) -> Result<u64, Stop> {
    let number = call.word(0)?;
    let Some(id) = of_id(call, number) else { return Ok(ESRCH) };
    let gone = std::mem::replace(&mut thread_mut(call, id)?.gone, true);
    Ok(if gone { EINVAL } else { 0 })
}

fn detach(call: &mut Call<'_>) -> Answer {
    let answer = let_go(call)?;
    word(answer)
}

/// `__cxa_thread_atexit_impl(function, argument, library)`.
fn at_thread_exit(call: &mut Call<'_>) -> Answer {
    let (function, argument) = (call.word(0)?, call.word(1)?);
    current_mut(call)?.at_exit.push((function, argument));
    word(0)
}

/// `effigy.next_at_thread_exit()`: the function to call next and its argument; no function is zero. First come those that were
/// registered for the thread's own variables, then the destructors of the values that its keys still have.
fn next_at_exit(call: &mut Call<'_>) -> Answer {
    let (function, argument) = match current_mut(call)?.at_exit.pop() {
        Some((function, argument)) => (function, Slot::word(argument)),
        None => left_value(call)?,
    };
    Ok(Flow::Return(vec![Slot::word(function), argument]))
}

/// The next value of a key that has a destructor.
fn left_value(call: &mut Call<'_>) -> Result<(u64, Slot), Stop> {
    let keys: Vec<Key> = state(call)?.keys.clone();
    let Some(thread) = current(call)? else { return Ok((0, Slot::word(0))) };
    if thread.rounds >= ROUNDS * keys.len().max(1) {
        return Ok((0, Slot::word(0)));
    }
    let values = thread.keys.iter().zip(&keys).enumerate();
    let left = |value: &Slot| value.term.is_some() || value.lo != 0;
    let mut wanted = values.filter(|(_, (v, k))| k.destructor != 0 && !k.deleted && left(v));
    let Some((at, (value, key))) = wanted.next() else { return Ok((0, Slot::word(0))) };
    let (value, destructor) = (*value, key.destructor);
    let thread = current_mut(call)?;
    thread.rounds += 1;
    thread.keys[at] = Slot::word(0);
    Ok((destructor, value))
}

/// `effigy.end_thread(result)`: returns when it is the last one.
fn end(call: &mut Call<'_>) -> Answer {
    let result = call.arg(0);
    let last = !call.threads().are_several();
    current_mut(call)?.result = result;
    if last {
        return nothing();
    }
    let key = end_of(call.threads().running());
    Ok(Flow::Thread(Step::End { key }))
}

fn attr_init(call: &mut Call<'_>) -> Answer {
    let attr = call.address(call.arg(0), ATTR_SIZE, true)?;
    call.write_bytes(attr, &[0; ATTR_SIZE as usize]);
    call.write_bytes(attr + STACK, &DEFAULT_STACK.to_le_bytes());
    word(0)
}

fn attr_set_stack(call: &mut Call<'_>) -> Answer {
    let attr = call.address(call.arg(0), ATTR_SIZE, true)?;
    let size = call.word(1)?;
    if size < LEAST_STACK {
        return word(EINVAL);
    }
    call.write_bytes(attr + STACK, &size.to_le_bytes());
    word(0)
}

fn attr_get_stack(call: &mut Call<'_>) -> Answer {
    let attr = call.address(call.arg(0), ATTR_SIZE, false)?;
    let target = call.address(call.arg(1), 8, true)?;
    call.copy(Slot::word(target), Slot::word(attr + STACK), 8)?;
    word(0)
}

fn attr_set_detached(call: &mut Call<'_>) -> Answer {
    let attr = call.address(call.arg(0), ATTR_SIZE, true)?;
    let detached = call.word(1)?;
    if detached > 1 {
        return word(EINVAL);
    }
    put(call, attr + DETACHED, detached as u32);
    word(0)
}

fn attr_get_detached(call: &mut Call<'_>) -> Answer {
    let attr = call.address(call.arg(0), ATTR_SIZE, false)?;
    let target = call.address(call.arg(1), 4, true)?;
    let detached = read(call, attr + DETACHED)?;
    put(call, target, detached);
    word(0)
}

/// Whether functions are to be called when the running thread ends the program.
pub(crate) fn has_functions_at_exit(call: &Call<'_>) -> Result<bool, Stop> {
    Ok(current(call)?.is_some_and(|thread| !thread.at_exit.is_empty()))
}

/// The next function that was registered for the running thread's own variables, with its argument.
pub(crate) fn pop_at_exit(call: &mut Call<'_>) -> Result<Option<(u64, u64)>, Stop> {
    match has_functions_at_exit(call)? {
        true => Ok(current_mut(call)?.at_exit.pop()),
        false => Ok(None),
    }
}

//! Threads of C11's `<threads.h>`: those of POSIX with other names and answers.

use super::life::{ENDS, Joined, ended, let_go, start, wait_for};
use super::sleep::rest;
use super::waits::{nanoseconds, until};
use super::{EBUSY, ETIMEDOUT, cond, keys, mutex, own_id};
use crate::shared::value::{Answer, Entry, nothing, word};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::Flow;
use effigy_exec::slot::Slot;
use effigy_exec::threads::Step;

pub(super) const MODELS: &[Entry] = &[
    ("thrd_create", |call| start(call, "effigy.c_thread", [1, 2], false)),
    ("thrd_join", join),
    ("thrd_detach", |call| {
        let refused = let_go(call)?;
        word(if refused == 0 { SUCCESS } else { ERROR })
    }),
    ("thrd_exit", exit),
    ("thrd_current", |call| word(own_id(call))),
    ("thrd_equal", |call| {
        let same = call.word(0)? == call.word(1)?;
        word(u64::from(same))
    }),
    ("thrd_yield", |_| Ok(Flow::Thread(Step::Rest(Vec::new(), 0)))),
    ("thrd_sleep", |call| {
        let time = nanoseconds(call, 0)?;
        rest(time)
    }),
    ("mtx_init", mtx_init),
    ("mtx_lock", |call| answered(mutex::lock(call, None))),
    ("mtx_timedlock", |call| {
        let until = until(call, 1)?;
        answered(mutex::lock(call, Some(until)))
    }),
    ("mtx_trylock", |call| answered(mutex::try_lock(call))),
    ("mtx_unlock", |call| answered(mutex::unlock(call))),
    ("mtx_destroy", |call| {
        mutex::destroy(call)?;
        nothing()
    }),
    ("cnd_init", |call| answered(cond::init(call))),
    ("cnd_wait", |call| answered(cond::await_until(call, None))),
    ("cnd_timedwait", |call| {
        let until = until(call, 2)?;
        answered(cond::await_until(call, Some(until)))
    }),
    ("cnd_signal", |call| answered(cond::notify(call, 1))),
    ("cnd_broadcast", |call| answered(cond::notify(call, u64::MAX))),
    ("cnd_destroy", |_| nothing()),
    ("tss_create", |call| {
        keys::create(call)?;
        word(SUCCESS)
    }),
    ("tss_delete", |call| {
        keys::delete(call)?;
        nothing()
    }),
    ("tss_set", |call| {
        let known = keys::set(call)?;
        word(if known { SUCCESS } else { ERROR })
    }),
    ("tss_get", keys::get),
];

const SUCCESS: u64 = 0;
const BUSY: u64 = 1;
const ERROR: u64 = 2;
const TIMED_OUT: u64 = 4;

/// The answer of a function of POSIX as one of C11.
fn answered(answer: Answer) -> Answer {
    match answer? {
        Flow::Return(results) => word(match results.first().map(|slot| slot.lo) {
            Some(0) => SUCCESS,
            Some(EBUSY) => BUSY,
            Some(ETIMEDOUT) => TIMED_OUT,
            _ => ERROR,
        }),
        flow => Ok(flow),
    }
}

/// `thrd_join(thread, result)`.
fn join(call: &mut Call<'_>) -> Answer {
    let target = call.word(1)?;
    if target != 0 {
        call.address(Slot::word(target), 4, true)?;
    }
    match ended(call)? {
        Joined::Waits(id) => wait_for(id),
        Joined::Refused(_) => word(ERROR),
        Joined::With(value) => {
            if target != 0 {
                let term = call.term(value, Sort::BitVec(64));
                let low = call.store().extract(31, 0, term);
                let low = call.slot(low);
                call.store_value(Slot::word(target), low, Sort::BitVec(32))?;
            }
            word(SUCCESS)
        }
    }
}

/// `thrd_exit(result)`.
fn exit(call: &mut Call<'_>) -> Answer {
    let (value, sort) = (call.arg(0), call.arg_sort(0));
    let term = call.term(value, sort);
    let wide = call.store().sign_extend(64, term);
    let wide = call.slot(wide);
    call.tail(ENDS, vec![wide])
}

/// `mtx_init(mutex, kind)`.
fn mtx_init(call: &mut Call<'_>) -> Answer {
    const RECURSIVE: u64 = 1;
    let kind = call.word(1)? & RECURSIVE;
    mutex::make(call, kind as u32)?;
    word(SUCCESS)
}

//! The system call that Rust's standard library waits by.

use super::waits::{after, nanoseconds, until};
use super::{EAGAIN, ETIMEDOUT, is_late, wait};
use crate::shared::failed::failed;
use crate::shared::value::{Answer, slot, word};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::{Slot, Term};
use effigy_exec::stop::Stop;

/// What of the operation's number is none of its flags.
const OPERATION: u64 = 0x7f;
const WAIT: u64 = 0;
const WAKE: u64 = 1;
const WAIT_BITSET: u64 = 9;
const WAKE_BITSET: u64 = 10;

/// `syscall(SYS_futex, address, operation, value, time, ...)`.
pub(crate) fn futex(call: &mut Call<'_>) -> Answer {
    match call.word(2)? & OPERATION {
        WAIT | WAIT_BITSET => wait_for(call),
        WAKE | WAKE_BITSET => {
            let (address, count) = (call.word(1)?, call.word(3)? & u64::from(u32::MAX));
            let woken = call.wake(address, count);
            slot(Slot::word(woken))
        }
        other => Err(call.unsupported(format!("the futex operation {other}"))),
    }
}

fn wait_for(call: &mut Call<'_>) -> Answer {
    let address = call.address(call.arg(1), 4, false)?;
    if call.resumed().is_some() {
        return match is_late(call) {
            true => failed(call, ETIMEDOUT as u32, -1),
            false => word(0),
        };
    }
    let held = call.load(Slot::word(address), Sort::BitVec(32))?;
    let (held, expected) = (call.term(held, Sort::BitVec(32)), expected(call)?);
    let same = call.store().eq(held, expected);
    if !call.decide(same)? {
        return failed(call, EAGAIN as u32, -1);
    }
    let until = match (call.word(4)?, call.word(2)? & OPERATION) {
        (0, _) => None,
        (_, WAIT) => {
            let time = nanoseconds(call, 4)?;
            Some(after(call, time))
        }
        _ => Some(until(call, 4)?),
    };
    wait(address, reason(call), until, 0)
}

/// The value that the word must have for the thread to wait.
fn expected(call: &mut Call<'_>) -> Result<Term, Stop> {
    let (value, sort) = (call.arg(3), call.arg_sort(3));
    let term = call.term(value, sort);
    Ok(match sort.width() {
        Some(width) if width > 32 => call.store().extract(31, 0, term),
        _ => term,
    })
}

/// What Rust's standard library waits for, by the functions that it waits in; the first one that is there says it.
const REASONS: &[(&str, &str)] = &[
    ("mutex::futex::Mutex", "for a mutex"),
    ("rwlock::futex::RwLock", "for a read-write lock"),
    ("once::futex::Once", "for what runs once"),
    ("::mpmc::", "for a channel"),
    ("Barrier", "at a barrier"),
    ("Condvar", "for a condition variable"),
    ("thread::scoped::scope", "for the threads of a scope to end"),
    ("thread_parking", "to be unparked"),
    ("thread::park", "to be unparked"),
];

fn reason(call: &Call<'_>) -> String {
    let stack = call.stack();
    let known = |part: &str| stack.iter().any(|frame| frame.function.contains(part));
    let named = REASONS.iter().find(|(part, _)| known(part));
    named.map_or("for a word in memory to change", |(_, what)| what).to_owned()
}

//! Signals that a program sends to itself: the function that it has set for one runs at once, as a call.

use super::exit::abort;
use crate::shared::value::{Answer, Entry, int, word, zero};
use crate::state::{state, state_mut};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("signal", signal),
    ("sigaction", sigaction),
    ("raise", raise),
    ("kill", kill),
    ("killpg", zero),
];

const ABORT: i32 = 6;

/// What ends nothing where no function is set for it.
const HARMLESS: [i32; 4] = [17, 18, 23, 28];

/// Sets what runs at a signal, and gives what ran before; without a number nothing changes.
fn set(call: &mut Call<'_>, signal: i32, handler: Option<u64>) -> Result<u64, Stop> {
    let old = state(call)?.handlers.get(&signal).copied().unwrap_or(0);
    if let Some(handler) = handler {
        state_mut(call)?.handlers.insert(signal, handler);
    }
    Ok(old)
}

/// `signal(number, handler)`.
fn signal(call: &mut Call<'_>) -> Answer {
    let (number, handler) = (int(call, 0)?, call.word(1)?);
    let old = set(call, number, Some(handler))?;
    word(old)
}

/// `sigaction(number, new, old)`: of a `struct sigaction` only the handler counts.
fn sigaction(call: &mut Call<'_>) -> Answer {
    const SIZE: u64 = 152;
    let (number, new, old) = (int(call, 0)?, call.word(1)?, call.word(2)?);
    let handler = match new {
        0 => None,
        new => {
            let handler = call.load(Slot::word(new), Sort::BitVec(64))?;
            Some(call.concrete(handler)?)
        }
    };
    let target = match old {
        0 => None,
        old => Some(call.address(Slot::word(old), SIZE, true)?),
    };
    let before = set(call, number, handler)?;
    if let Some(target) = target {
        call.write_bytes(target, &[0; SIZE as usize]);
        call.write_bytes(target, &before.to_le_bytes());
    }
    word(0)
}

fn raise(call: &mut Call<'_>) -> Answer {
    let signal = int(call, 0)?;
    signalled(call, signal)
}

/// `kill(process, number)`: to itself.
fn kill(call: &mut Call<'_>) -> Answer {
    let signal = int(call, 1)?;
    signalled(call, signal)
}

fn signalled(call: &mut Call<'_>, signal: i32) -> Answer {
    const IGNORED: u64 = 1;
    match state(call)?.handlers.get(&signal).copied().unwrap_or(0) {
        _ if signal == 0 => word(0),
        IGNORED => word(0),
        0 if signal == ABORT => abort(call),
        0 if HARMLESS.contains(&signal) => word(0),
        0 => Err(call.unsupported(format!("the signal {signal}"))),
        handler => {
            let args = vec![Slot::word(handler), Slot::word(signal as u64)];
            call.tail("effigy.signal", args)
        }
    }
}

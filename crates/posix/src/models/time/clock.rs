//! Clocks and random numbers: the same in every run, or inputs. Time starts at one second and advances with each look.

use crate::shared::assumed::{OF_THE_SYSTEM, is_any};
use crate::shared::random::random_bytes;
use crate::shared::value::{Answer, Entry, nothing, slot, word};
use crate::state::state_mut;
use effigy_base::assumption::AssumptionKind;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

/// The signal of `alarm`.
const ALARM: i32 = 14;

pub(crate) const MODELS: &[Entry] = &[
    ("time", time),
    ("clock_gettime", clock_gettime),
    ("clock_getres", clock_getres),
    ("gettimeofday", gettimeofday),
    ("clock", clock),
    ("alarm", alarm),
    ("rand", rand),
    ("random", rand),
    ("srand", srand),
    ("srandom", srand),
    ("lrand48", rand),
    ("getrandom", getrandom),
    ("getentropy", getentropy),
];

/// Nanoseconds of a second, and the time at which the threads' clock starts.
pub(crate) const SECOND: u64 = 1_000_000_000;

/// The last second of a clock that is an input: the year 9999.
const LATEST: u128 = 253_402_300_799;

/// Seconds since the epoch, and parts of a second of which there are so many; a microsecond more at each look. Where time is an input
/// it never goes back.
fn now(call: &mut Call<'_>, parts: u64) -> Result<(Slot, Slot), Stop> {
    if !is_any(call, AssumptionKind::Time)? {
        let now = SECOND + call.pass_time(1000);
        return Ok((Slot::word(now / SECOND), Slot::word(now % SECOND / (SECOND / parts))));
    }
    let last = state_mut(call)?.looked_at;
    let last = last.map(|(seconds, part)| {
        (call.term(seconds, Sort::BitVec(64)), call.term(part, Sort::BitVec(64)))
    });
    let wanted = ["seconds", "part of a second"].map(|name| (format!("{OF_THE_SYSTEM}{name}"), 64));
    let looked = call.input_numbers(&wanted, |store, terms| {
        let &[seconds, part] = terms else { return Vec::new() };
        let (latest, most) = (store.bits(64, LATEST), store.bits(64, u128::from(parts)));
        let mut all = vec![store.ule(seconds, latest), store.ult(part, most)];
        if let Some((before, of_before)) = last {
            let (later, same) = (store.ult(before, seconds), store.eq(before, seconds));
            let on = store.ule(of_before, part);
            let same = store.and(same, on);
            all.push(store.or(later, same));
        }
        all
    })?;
    let [seconds, part] = looked[..] else { return Ok(Default::default()) };
    state_mut(call)?.looked_at = Some((seconds, part));
    Ok((seconds, part))
}

fn time(call: &mut Call<'_>) -> Answer {
    let target = match call.word(0)? {
        0 => None,
        _ => Some(call.address(call.arg(0), 8, true)?),
    };
    let (seconds, _) = now(call, SECOND)?;
    if let Some(target) = target {
        call.store_value(Slot::word(target), seconds, Sort::BitVec(64))?;
    }
    slot(seconds)
}

/// `clock_gettime(clock, target)`.
fn clock_gettime(call: &mut Call<'_>) -> Answer {
    pair(call, 1, SECOND)
}

fn gettimeofday(call: &mut Call<'_>) -> Answer {
    pair(call, 0, SECOND / 1000)
}

/// Writes seconds and a part of a second.
fn pair(call: &mut Call<'_>, index: usize, parts: u64) -> Answer {
    let target = call.address(call.arg(index), 16, true)?;
    let (seconds, part) = now(call, parts)?;
    call.store_value(Slot::word(target), seconds, Sort::BitVec(64))?;
    call.store_value(Slot::word(target + 8), part, Sort::BitVec(64))?;
    word(0)
}

fn clock_getres(call: &mut Call<'_>) -> Answer {
    call.rests_on(AssumptionKind::System);
    if call.word(1)? != 0 {
        let target = call.address(call.arg(1), 16, true)?;
        call.write_bytes(target, &0u64.to_le_bytes());
        call.write_bytes(target + 8, &1000u64.to_le_bytes());
    }
    word(0)
}

/// `clock()`: the time that the process took, in microseconds.
fn clock(call: &mut Call<'_>) -> Answer {
    let (seconds, micros) = now(call, SECOND / 1000)?;
    if seconds.term.is_none() && micros.term.is_none() {
        return word(micros.lo);
    }
    let (seconds, micros) =
        (call.term(seconds, Sort::BitVec(64)), call.term(micros, Sort::BitVec(64)));
    let million = call.store().bits(64, 1_000_000);
    let whole = call.store().mul(seconds, million);
    let all = call.store().add(whole, micros);
    slot(call.slot(all))
}

/// A linear congruential generator (Knuth, MMIX), or any number up to `RAND_MAX`.
fn rand(call: &mut Call<'_>) -> Answer {
    if is_any(call, AssumptionKind::Random)? {
        let width = call.result_width();
        let wanted = [(format!("{OF_THE_SYSTEM}random number"), width)];
        let number = call.input_numbers(&wanted, |store, terms| {
            let most = store.bits(width, i32::MAX as u128);
            terms.iter().map(|term| store.ule(*term, most)).collect()
        })?;
        return slot(number.into_iter().next().unwrap_or_default());
    }
    let state = state_mut(call)?;
    state.random = state
        .random
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let value = state.random >> 33;
    word(value)
}

fn srand(call: &mut Call<'_>) -> Answer {
    let seed = call.word(0)?;
    state_mut(call)?.random = seed;
    nothing()
}

/// `getrandom(address, bytes, flags)`.
fn getrandom(call: &mut Call<'_>) -> Answer {
    let (address, len) = (call.arg(0), call.word(1)?);
    random_bytes(call, address, len)?;
    word(len)
}

fn getentropy(call: &mut Call<'_>) -> Answer {
    let (address, len) = (call.arg(0), call.word(1)?);
    random_bytes(call, address, len)?;
    word(0)
}

/// `alarm(seconds)`: the signal does not come, and may come at any time.
fn alarm(call: &mut Call<'_>) -> Answer {
    state_mut(call)?.handlers.entry(ALARM).or_insert(0);
    word(0)
}

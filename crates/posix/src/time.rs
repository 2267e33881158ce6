//! Clocks and random numbers: the same in every run. Time starts at one second and advances with each look.

use crate::registry::Entry;
use crate::value::{Answer, nothing, word, zero};
use crate::world::world_mut;
use effigy_exec::call::Call;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("time", time),
    ("clock_gettime", clock_gettime),
    ("clock_getres", clock_getres),
    ("gettimeofday", gettimeofday),
    ("clock", clock),
    ("alarm", zero),
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

/// Nanoseconds since the epoch; a microsecond more at each look.
fn now(call: &mut Call<'_>) -> u64 {
    SECOND + call.pass_time(1000)
}

fn time(call: &mut Call<'_>) -> Answer {
    let target = call.word(0)?;
    if target != 0 {
        let target = call.address(call.arg(0), 8, true)?;
        let seconds = now(call) / SECOND;
        call.write_bytes(target, &seconds.to_le_bytes());
        return word(seconds);
    }
    let seconds = now(call) / SECOND;
    word(seconds)
}

/// `clock_gettime(clock, target)`.
fn clock_gettime(call: &mut Call<'_>) -> Answer {
    pair(call, 1, 1)
}

fn gettimeofday(call: &mut Call<'_>) -> Answer {
    pair(call, 0, 1000)
}

/// Writes seconds and a part of a second.
fn pair(call: &mut Call<'_>, index: usize, unit: u64) -> Answer {
    let target = call.address(call.arg(index), 16, true)?;
    let now = now(call);
    call.write_bytes(target, &(now / SECOND).to_le_bytes());
    call.write_bytes(target + 8, &(now % SECOND / unit).to_le_bytes());
    word(0)
}

fn clock_getres(call: &mut Call<'_>) -> Answer {
    if call.word(1)? != 0 {
        let target = call.address(call.arg(1), 16, true)?;
        call.write_bytes(target, &0u64.to_le_bytes());
        call.write_bytes(target + 8, &1000u64.to_le_bytes());
    }
    word(0)
}

fn clock(call: &mut Call<'_>) -> Answer {
    let now = now(call);
    word(now % SECOND / 1000)
}

/// A linear congruential generator (Knuth, MMIX).
fn rand(call: &mut Call<'_>) -> Answer {
    let world = world_mut(call)?;
    world.random = world
        .random
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let value = world.random >> 33;
    word(value)
}

fn srand(call: &mut Call<'_>) -> Answer {
    let seed = call.word(0)?;
    world_mut(call)?.random = seed;
    nothing()
}

/// `getrandom(address, bytes, flags)`.
fn getrandom(call: &mut Call<'_>) -> Answer {
    let len = fill(call)?;
    word(len)
}

fn getentropy(call: &mut Call<'_>) -> Answer {
    fill(call)?;
    word(0)
}

fn fill(call: &mut Call<'_>) -> Result<u64, Stop> {
    let len = call.word(1)?;
    let address = call.address(call.arg(0), len, true)?;
    let bytes: Vec<u8> = (0..len).map(|i| (i as u8).wrapping_mul(151).wrapping_add(41)).collect();
    call.write_bytes(address, &bytes);
    Ok(len)
}

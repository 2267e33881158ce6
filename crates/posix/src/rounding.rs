//! `<fenv.h>`: where floating-point numbers are rounded to. The machine's arithmetic goes there on constants; on symbols it ends the path
//! by name unless that is to nearest.

use crate::registry::Entry;
use crate::value::{Answer, arg_term, term, word};
use crate::world::{world, world_mut};
use effigy_base::op::{Op, RoundingMode};
use effigy_exec::call::Call;
use effigy_exec::stop::Stop;

pub(crate) const MODELS: &[Entry] = &[
    ("fegetround", |c| {
        let mode = world(c)?.rounding;
        word(u64::from(mode))
    }),
    ("fesetround", set),
    ("rint", integral),
    ("rintf", integral),
    ("rintl", integral),
    ("nearbyint", integral),
    ("nearbyintf", integral),
    ("nearbyintl", integral),
    ("lrint", to_integer),
    ("lrintf", to_integer),
    ("lrintl", to_integer),
    ("llrint", to_integer),
    ("llrintf", to_integer),
    ("llrintl", to_integer),
];

/// The numbers of the directions on x86-64.
const MODES: [(u32, RoundingMode); 4] = [
    (0, RoundingMode::NearestEven),
    (0x400, RoundingMode::TowardNegative),
    (0x800, RoundingMode::TowardPositive),
    (0xc00, RoundingMode::TowardZero),
];

/// The direction that a number stands for.
pub(crate) fn mode_of(number: u32) -> RoundingMode {
    MODES.iter().find(|(n, _)| *n == number).map_or(RoundingMode::NearestEven, |(_, mode)| *mode)
}

/// `fesetround(mode)`: zero, or 1 for a number that stands for none.
fn set(call: &mut Call<'_>) -> Answer {
    let wanted = arg_term(call, 0);
    for (number, _) in MODES {
        let constant = call.store().bits(32, u128::from(number));
        let equal = call.store().eq(wanted, constant);
        if call.decide(equal)? {
            world_mut(call)?.rounding = number;
            return word(0);
        }
    }
    word(1)
}

fn mode(call: &Call<'_>) -> Result<RoundingMode, Stop> {
    Ok(mode_of(world(call)?.rounding))
}

fn integral(call: &mut Call<'_>) -> Answer {
    let mode = mode(call)?;
    let value = arg_term(call, 0);
    let result = call.store().app(Op::FpRound(mode), &[value]);
    term(call, result)
}

fn to_integer(call: &mut Call<'_>) -> Answer {
    let mode = mode(call)?;
    crate::floats::to_integer(call, mode)
}

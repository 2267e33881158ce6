//! `<fenv.h>`: where floating-point numbers are rounded to. The machine's arithmetic goes there on constants; on symbols it ends the path
//! by name unless that is to nearest.

use crate::shared::value::{Answer, Entry, arg_term, term, word};
use crate::state::rounding::{MODES, direction};
use crate::state::{state, state_mut};
use effigy_base::op::Op;
use effigy_exec::call::Call;

pub(crate) const MODELS: &[Entry] = &[
    ("fegetround", |c| {
        let mode = state(c)?.rounding;
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

/// `fesetround(mode)`: zero, or 1 for a number that stands for none.
fn set(call: &mut Call<'_>) -> Answer {
    let wanted = arg_term(call, 0);
    for (number, _) in MODES {
        let constant = call.store().bits(32, u128::from(number));
        let equal = call.store().eq(wanted, constant);
        if call.decide(equal)? {
            state_mut(call)?.rounding = number;
            return word(0);
        }
    }
    word(1)
}

fn integral(call: &mut Call<'_>) -> Answer {
    let mode = direction(call)?;
    let value = arg_term(call, 0);
    let result = call.store().app(Op::FpRound(mode), &[value]);
    term(call, result)
}

fn to_integer(call: &mut Call<'_>) -> Answer {
    let mode = direction(call)?;
    crate::models::math::floats::to_integer(call, mode)
}

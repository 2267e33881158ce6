//! The directions in which floats are rounded.

use crate::state::state;
use effigy_base::op::RoundingMode;
use effigy_exec::call::Call;
use effigy_exec::stop::Stop;

/// The numbers of the directions on x86-64.
pub(crate) const MODES: [(u32, RoundingMode); 4] = [
    (0, RoundingMode::NearestEven),
    (0x400, RoundingMode::TowardNegative),
    (0x800, RoundingMode::TowardPositive),
    (0xc00, RoundingMode::TowardZero),
];

/// The direction that a number stands for.
pub(crate) fn mode_of(number: u32) -> RoundingMode {
    MODES.iter().find(|(n, _)| *n == number).map_or(RoundingMode::NearestEven, |(_, mode)| *mode)
}

/// Where numbers are rounded to.
pub(crate) fn direction(call: &Call<'_>) -> Result<RoundingMode, Stop> {
    Ok(mode_of(state(call)?.rounding))
}

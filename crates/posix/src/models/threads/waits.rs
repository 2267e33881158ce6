//! Times that waits end at.

use crate::models::time::clock::SECOND;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

/// The nanoseconds of the `timespec` of an argument.
pub(super) fn nanoseconds(call: &mut Call<'_>, index: usize) -> Result<u64, Stop> {
    let address = call.address(call.arg(index), 16, false)?;
    let mut part = |offset: u64| -> Result<u64, Stop> {
        let value = call.load(Slot::word(address + offset), Sort::BitVec(64))?;
        call.concrete(value)
    };
    let (seconds, rest) = (part(0)?, part(8)?);
    Ok(seconds.saturating_mul(SECOND).saturating_add(rest))
}

/// The time in an argument, as the threads' clock counts it.
pub(super) fn until(call: &mut Call<'_>, index: usize) -> Result<u64, Stop> {
    Ok(nanoseconds(call, index)?.saturating_sub(SECOND))
}

/// So many nanoseconds from now on, as the threads' clock counts.
pub(super) fn after(call: &Call<'_>, nanoseconds: u64) -> u64 {
    call.threads().clock().saturating_add(nanoseconds)
}

//! C strings that a model is given.

use super::value::{byte_at, same};
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

/// The length of the C string at an address.
pub(crate) fn length(call: &mut Call<'_>, start: u64) -> Result<u64, Stop> {
    bounded(call, start, u64::MAX)
}

/// The length of the C string at an address, at most `limit`.
pub(crate) fn bounded(call: &mut Call<'_>, start: u64, limit: u64) -> Result<u64, Stop> {
    for len in 0..limit {
        let byte = byte_at(call, start.wrapping_add(len))?;
        if is_zero(call, byte)? {
            return Ok(len);
        }
    }
    Ok(limit)
}

/// Whether a byte is zero; forks when it may be both.
pub(crate) fn is_zero(call: &mut Call<'_>, byte: Slot) -> Result<bool, Stop> {
    same(call, byte, Slot::word(0))
}

/// The bytes of the C string at an address, without the terminator.
pub(crate) fn contents(call: &mut Call<'_>, start: u64) -> Result<Vec<Slot>, Stop> {
    let len = length(call, start)?;
    Ok((start..start + len).map(|at| call.byte(at)).collect())
}

/// The C string that an argument points to, for messages: forks over what it can be.
pub(crate) fn text(call: &mut Call<'_>, index: usize) -> Result<String, Stop> {
    let start = call.word(index)?;
    if start == 0 {
        return Ok(String::new());
    }
    let len = length(call, start)?;
    Ok(String::from_utf8_lossy(&call.bytes(start, len)?).into_owned())
}

//! Objects that models make, and variables of the program that they set.

use super::assumed::is_any;
use effigy_base::assumption::AssumptionKind;
use effigy_exec::call::Call;
use effigy_exec::memory::object::ObjectSize;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

/// The name of the input that says whether an allocation fails.
pub const FAILING_ALLOCATION: &str = "allocation fails";

/// Sizes from here on are refused as a machine refuses them.
pub(crate) const REFUSED: u64 = 1 << 47;

/// A new heap object of uninitialised bytes.
pub(crate) fn object(
    call: &mut Call<'_>,
    size: impl Into<ObjectSize>,
    align: u64,
) -> Result<u64, Stop> {
    let size = size.into();
    let too_large = call.unsupported(format!("an allocation of {} bytes", size.most));
    call.allocate(size, align).ok_or(too_large)
}

/// A new object for the program to release. All questions are asked.
pub(crate) fn owned(
    call: &mut Call<'_>,
    size: impl Into<ObjectSize>,
    align: u64,
) -> Result<u64, Stop> {
    let size = size.into();
    call.took(size.most)?;
    let address = object(call, size, align)?;
    call.own(address);
    Ok(address)
}

/// Whether an allocation of this size fails; the last question of a model.
pub(crate) fn refused(call: &mut Call<'_>, size: u64) -> Result<bool, Stop> {
    if size >= REFUSED {
        return Ok(true);
    }
    if !is_any(call, AssumptionKind::Alloc)? {
        return Ok(false);
    }
    call.chance(FAILING_ALLOCATION)
}

/// Sets a global that the program declares and does not define.
pub(crate) fn set_global(call: &mut Call<'_>, name: &str, bytes: &[u8]) -> Result<(), Stop> {
    let id = call.program().global_named(name);
    let external = id.is_some_and(|id| {
        let global = &call.program().globals[id];
        !global.defined && global.size == bytes.len() as u64
    });
    if external && let Some(address) = call.global_address(name) {
        let address = call.address(Slot::word(address), bytes.len() as u64, false)?;
        call.write_bytes(address, bytes);
    }
    Ok(())
}

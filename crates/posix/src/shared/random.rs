//! Random bytes: one sequence in every run, or inputs.

use super::assumed::OF_THE_SYSTEM;
use super::value::write;
use crate::state::state;
use effigy_base::assumption::AssumptionKind;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::state::InputKind;
use effigy_exec::stop::Stop;

/// Where hash tables of Rust's library get their keys.
pub(crate) const KEYS_OF_HASHES: &str = "hashmap_random_keys";

/// Fills a range with random bytes.
pub(crate) fn random_bytes(call: &mut Call<'_>, address: Slot, len: u64) -> Result<(), Stop> {
    let address = call.address(address, len, true)?;
    let keys = call.stack().iter().any(|frame| frame.function.contains(KEYS_OF_HASHES));
    let kind = if keys { AssumptionKind::Hash } else { AssumptionKind::Random };
    if state(call)?.options.any.contains(&AssumptionKind::Random) {
        let name = format!("{OF_THE_SYSTEM}random bytes");
        let bytes = call.input_bytes(InputKind::Object, &name, len)?;
        write(call, address, &bytes);
        return Ok(());
    }
    call.rests_on(kind);
    let bytes: Vec<u8> = (0..len).map(random_byte).collect();
    call.write_bytes(address, &bytes);
    Ok(())
}

/// Bytes that are looked at ahead in a stream of random numbers.
pub(crate) const AHEAD: u64 = 4096;

/// Bytes of a device of random numbers, from a place on.
pub(crate) fn of_the_device(call: &mut Call<'_>, place: u64) -> Result<Vec<Slot>, Stop> {
    if state(call)?.options.any.contains(&AssumptionKind::Random) {
        return Err(call.unsupported("a device of random numbers whose bytes are inputs"));
    }
    call.rests_on(AssumptionKind::Random);
    Ok((place..place + AHEAD).map(|at| Slot::word(u64::from(random_byte(at)))).collect())
}

/// A byte of the one sequence of random bytes.
pub(crate) fn random_byte(place: u64) -> u8 {
    (place as u8).wrapping_mul(151).wrapping_add(41)
}

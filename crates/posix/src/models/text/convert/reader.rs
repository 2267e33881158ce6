//! Where text comes from.

use crate::shared::value::{byte_at, is_within};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::slot::Slot;
use effigy_exec::stop::Stop;

/// Where text comes from, and what a place in it is.
#[derive(Clone, Copy)]
pub(crate) enum Reader<'a> {
    /// From memory: places are addresses.
    Memory,
    /// From wide characters at an address: places count from there.
    Wide(u64),
    /// From bytes that were read: places count from the first.
    Bytes(&'a [Slot]),
}

/// What stands for a wide character that is no byte of ASCII: it is in no class, and ends no text.
const OTHER: u64 = 0xff;

impl Reader<'_> {
    /// The byte at a place; zero at the end of the input.
    pub(crate) fn byte(self, call: &mut Call<'_>, at: u64) -> Result<Slot, Stop> {
        match self {
            Reader::Memory => byte_at(call, at),
            Reader::Bytes(bytes) => Ok(bytes.get(at as usize).copied().unwrap_or_default()),
            Reader::Wide(start) => {
                call.go_on(at)?;
                let place = Slot::word(start.wrapping_add(4 * at));
                let value = call.load(place, Sort::BitVec(32))?;
                Ok(narrow(call, value))
            }
        }
    }

    /// Whether a byte lies in one of some ranges; forks when it may or may not.
    pub(crate) fn is(
        self,
        call: &mut Call<'_>,
        at: u64,
        ranges: &[(u8, u8)],
    ) -> Result<bool, Stop> {
        let byte = self.byte(call, at)?;
        is_within(call, byte, ranges)
    }

    /// The address of a place in memory.
    pub(crate) fn address(self, at: u64) -> u64 {
        match self {
            Reader::Wide(start) => start.wrapping_add(4 * at),
            _ => at,
        }
    }
}

/// A wide character as a byte.
fn narrow(call: &mut Call<'_>, value: Slot) -> Slot {
    if value.term.is_none() {
        return Slot::word(if value.lo < 0x80 { value.lo } else { OTHER });
    }
    let value = call.term(value, Sort::BitVec(32));
    let store = call.store();
    let bound = store.bits(32, 0x80);
    let ascii = store.ult(value, bound);
    let (low, other) = (store.extract(7, 0, value), store.bits(8, u128::from(OTHER)));
    let byte = store.ite(ascii, low, other);
    call.slot(byte)
}

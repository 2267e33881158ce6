//! Words of global variables at fixed places: where programs without addresses keep the handles of objects that outlive
//! calls.

use super::trace::Atom;
use effigy_base::sort::Sort;
use effigy_ir::function::{ADDRESS_BITS, Operand};
use effigy_ir::program::{GlobalId, Program};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Bytes of a word.
const WORD: u64 = ADDRESS_BITS as u64 / 8;

/// A word of a global variable.
pub(super) type Place = (GlobalId, u64);

/// The words that were written. Cloning costs a reference count.
#[derive(Clone, Debug, Default)]
pub(super) struct Globals {
    written: Rc<BTreeMap<Place, Atom>>,
}

impl Globals {
    /// The word at an address, when the address is fixed and the value has a word's size.
    pub fn place(program: &Program, address: &Operand, sort: Sort) -> Option<Place> {
        let Operand::Global(global, offset) = *address else { return None };
        let offset = u64::try_from(offset).ok()?;
        let inside = offset.checked_add(WORD)? <= program.globals.get(global)?.size;
        (inside && offset.is_multiple_of(WORD) && sort == Sort::BitVec(ADDRESS_BITS))
            .then_some((global, offset))
    }

    /// The value of a word; `None` when its initial contents are no number.
    pub fn load(&self, program: &Program, place: Place) -> Option<Atom> {
        if let Some(value) = self.written.get(&place) {
            return Some(*value);
        }
        let (global, offset) = place;
        let mut value = 0;
        if program.globals.get(global)?.defined {
            let contents = program.initializer(global).ok()?;
            let words = offset..offset + WORD;
            let addresses = contents.relocations.iter();
            let mut odd = addresses.map(|r| (r.offset, r.offset + WORD));
            let meets = |(start, end): (u64, u64)| start < words.end && words.start < end;
            if odd.any(meets) || contents.undef.iter().copied().any(meets) {
                return None;
            }
            let at = usize::try_from(offset).ok()?;
            let bytes = contents.bytes.get(at..at + WORD as usize)?;
            value = bytes.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte));
        }
        Some(Atom::Bits { width: ADDRESS_BITS, value })
    }

    /// Writes a word.
    pub fn store(&mut self, place: Place, value: Atom) {
        Rc::make_mut(&mut self.written).insert(place, value);
    }
}

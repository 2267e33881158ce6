//! Access at an address that is a choice: where paths were merged, a pointer can have several values on one path. The access goes
//! to all of them at once, and the path forks only for those at which it is an error.

use super::{Access, Place, internal};
use crate::data::question::Kind;
use crate::data::slot::Slot;
use crate::data::stop::Stop;
use crate::machine::decide::MAX_ADDRESSES;
use crate::memory::bytes::store_at;
use crate::state::State;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::ADDRESS_BITS;
use effigy_term::Term;

/// No value of an address.
const NO_ADDRESS: u128 = 1 << 64;

impl Access<'_> {
    /// An access at an address that is chosen among few, where paths were merged; `None` when it is another one.
    pub(super) fn among(
        &mut self,
        state: &mut State,
        address: Term,
        len: u64,
        mask: u8,
        write: bool,
    ) -> Result<Option<Place>, Stop> {
        let mask = u64::from(mask);
        if state.failing.is_some()
            || self.cx.features.interval.is_some()
            || self.anchor(state, address)?.is_some()
        {
            return Ok(None);
        }
        if !self.cx.is_known_choice(state, address)? {
            return Ok(None);
        }
        loop {
            let bad = self.cx.answer(state, Kind::Misplaced, address, |this, state| {
                let possible = this.possible(state, address, MAX_ADDRESSES)?;
                let mut values = possible.unwrap_or_default().into_iter();
                let bad = values.find(|value| {
                    let value = *value as u64;
                    value & mask != 0
                        || Access { cx: &mut *this }.check(state, value, len, write).is_err()
                });
                Ok(bad.unwrap_or(NO_ADDRESS))
            })?;
            if bad == NO_ADDRESS {
                break;
            }
            let here = self.is_at(address, bad as u64);
            if self.cx.decide(state, here)? {
                self.check(state, bad as u64, len, write)?;
                return Err(self.misaligned(state, mask));
            }
        }
        let Some(values) = self.cx.possible(state, address, MAX_ADDRESSES)? else {
            return Err(internal("an address has more values than before"));
        };
        let values: Vec<u64> = values.into_iter().map(|v| v as u64).collect();
        for value in &values {
            self.check(state, *value, len, write)?;
        }
        Ok(Some(match *values {
            [value] => Place::At(value),
            _ => Place::Among { address, values },
        }))
    }

    /// Whether an address is the one with this value.
    fn is_at(&mut self, address: Term, value: u64) -> Term {
        let value = self.cx.store.bits(ADDRESS_BITS, u128::from(value));
        self.cx.store.eq(address, value)
    }

    /// Reads at one of a few addresses.
    pub(super) fn load_among(
        &mut self,
        state: &mut State,
        address: Term,
        values: &[u64],
        len: u64,
    ) -> Result<Slot, Stop> {
        let sort = Sort::BitVec(8 * len as u32);
        let mut read: Option<Term> = None;
        for value in values.iter().rev() {
            let slot = self.read_at(state, *value, len);
            let here = self.cx.term(slot, sort);
            read = Some(match read {
                Some(rest) => {
                    let hit = self.is_at(address, *value);
                    self.cx.store.ite(hit, here, rest)
                }
                None => here,
            });
        }
        let read = read.ok_or_else(|| internal("a symbolic address without a place"))?;
        let read = self.chosen(state, read);
        Ok(self.cx.slot(read))
    }

    /// A choice in a form that depends on what it is on this path alone, where paths are merged.
    pub(super) fn chosen(&mut self, state: &State, value: Term) -> Term {
        if self.cx.store.op(value) != Some(Op::Ite) {
            return value;
        }
        let path = self.cx.path_sets().and_then(|mut sets| sets.entered_set(state));
        path.and_then(|path| self.cx.sets.as_mut()?.choice(&mut self.cx.store, value, path))
            .unwrap_or(value)
    }

    /// Writes at one of a few addresses. They exclude each other, so that it does not matter whether the places overlap.
    pub(super) fn store_among(
        &mut self,
        state: &mut State,
        address: Term,
        values: &[u64],
        len: u64,
        value: Slot,
    ) {
        let sort = Sort::BitVec(8 * len as u32);
        let new = self.cx.term(value, sort);
        for place in values {
            let old = self.read_at(state, *place, len);
            let old = self.cx.term(old, sort);
            let hit = self.is_at(address, *place);
            let merged = self.cx.store.ite(hit, new, old);
            let merged = self.cx.slot(merged);
            store_at(&mut self.cx.store, &mut state.memory, *place, len, merged);
        }
    }
}

//! Access at an address that is a choice: where paths were merged, a pointer can have several values on one path. The access goes
//! to all of them at once, and the path forks only for those at which it is an error.

use super::{Access, Place, internal};
use crate::data::question::Kind;
use crate::data::slot::Slot;
use crate::data::stop::{Feasible, Stop};
use crate::machine::decide::{MAX_ADDRESSES, MAX_PARTS};
use crate::memory::Lookup;
use crate::memory::bytes::store_at;
use crate::state::State;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::ADDRESS_BITS;
use effigy_term::Term;
use rustc_hash::FxHashSet;

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
                    let (value, access) = (*value as u64, &mut Access { cx: &mut *this });
                    let may_fail = access.may_fail(state, (address, value), len, write);
                    value & mask != 0 || may_fail.unwrap_or(true)
                });
                Ok(bad.unwrap_or(NO_ADDRESS))
            })?;
            if bad == NO_ADDRESS {
                break;
            }
            let here = self.is_at(address, bad as u64);
            if self.cx.decide(state, here)? {
                self.check(state, bad as u64, len, write)?;
                return match bad as u64 & mask {
                    0 => Ok(Some(Place::At(bad as u64))),
                    _ => Err(self.misaligned(state, mask)),
                };
            }
        }
        let Some(values) = self.cx.possible(state, address, MAX_ADDRESSES)? else {
            return Err(internal("an address has more values than before"));
        };
        let values: Vec<u64> = values.into_iter().map(|v| v as u64).collect();
        for value in &values {
            self.adopt(state, *value)?;
        }
        Ok(Some(match *values {
            [value] => Place::At(value),
            _ => Place::Among { address, values },
        }))
    }

    /// The object in which each part of a choice lies.
    pub(super) fn common_object(&self, state: &State, address: Term) -> Option<(u64, u64)> {
        let (mut common, mut seen) = (None, FxHashSet::default());
        let mut pending = vec![address];
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(cases) = self.cx.store.cases(term) {
                pending.extend(cases.constants.iter());
            } else if let Some((_, yes, no)) = self.cx.ite_parts(term) {
                pending.extend([yes, no]);
            } else {
                let constant = self.cx.store.constant_summand(term)? as u64;
                let object =
                    state.memory.object(constant).filter(|object| object.life.is_none())?;
                let found = (object.base, object.size);
                if constant.wrapping_sub(object.base) > object.size
                    || *common.get_or_insert(found) != found
                {
                    return None;
                }
            }
            if seen.len() > MAX_PARTS {
                return None;
            }
        }
        common
    }

    /// Whether an access can be an error on this path where its address is this one.
    fn may_fail(
        &mut self,
        state: &mut State,
        (address, value): (Term, u64),
        len: u64,
        write: bool,
    ) -> Result<bool, Stop> {
        self.adopt(state, value)?;
        let Some(object) = state.memory.object(value) else { return Ok(true) };
        let offset = value.wrapping_sub(object.base);
        let fits = offset < object.size && object.size - offset >= len;
        if !fits || write && object.constant {
            return Ok(true);
        }
        if object.is_whole() {
            return Ok(false);
        }
        let (life, extent) = (object.life, object.extent);
        let mut fine = life.unwrap_or_else(|| self.cx.store.bool(true));
        if let Some(extent) = extent {
            let end = self.cx.store.bits(ADDRESS_BITS, u128::from(offset + len));
            let reaches = self.cx.store.ule(end, extent);
            fine = self.cx.store.and(fine, reaches);
        }
        let (here, fails) = (self.is_at(address, value), self.cx.store.not(fine));
        let fails = self.cx.store.and(here, fails);
        Ok(!matches!(self.cx.feasible(state, fails), Feasible::No))
    }

    /// Makes the path own the global at an address.
    fn adopt(&mut self, state: &mut State, address: u64) -> Result<(), Stop> {
        if let Lookup::Global(index) = state.memory.lookup(&self.cx.job.layout, address) {
            let object = self.cx.global_on(state, index)?;
            state.memory.adopt(object);
        }
        Ok(())
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

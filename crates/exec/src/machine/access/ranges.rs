//! Copies and fills whose length or place depends on inputs, where paths are merged: each byte of the objects is moved or set where it
//! belongs to the range, so that the path forks only where the range is an error.

use super::{Access, CONSTANT_WRITE};
use crate::data::slot::Slot;
use crate::data::stop::{Stop, internal};
use crate::memory::bytes::{NO_OBJECT, store_at};
use crate::memory::unspecified::ADDRESS;
use crate::state::State;
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_ir::function::ADDRESS_BITS;
use effigy_term::Term;

/// Largest object of which each byte is looked at.
const LARGEST: u64 = 1024;

/// Most pairs of a byte that is copied and a place of it.
const MOST_PAIRS: u64 = 8192;

/// A range of bytes of one object, in whose bounds it was seen to lie.
#[derive(Clone, Copy)]
struct Range {
    base: u64,
    size: u64,
    /// Where it begins in the object, 64 bits.
    offset: Term,
    /// The same where it is concrete.
    known: Option<u64>,
}

/// The number of bytes of a range.
#[derive(Clone, Copy)]
struct Length {
    /// 64 bits.
    term: Term,
    /// How many there are at most.
    most: u64,
    is_known: bool,
}

impl Access<'_> {
    /// Sets the bytes of a range that depends on inputs; whether it did, and nothing is left to be done.
    ///
    /// # Errors
    /// When the range is a finding or the path forks.
    pub(crate) fn fill_range(
        &mut self,
        state: &mut State,
        dst: Slot,
        value: Slot,
        len: Slot,
    ) -> Result<bool, Stop> {
        if !self.cx.keeps_choices(state) || dst.term.is_none() && len.term.is_none() {
            return Ok(false);
        }
        let Some(len) = self.length(state, len)? else { return Ok(false) };
        if self.has_nothing(state, &[dst], len)? {
            return Ok(true);
        }
        let Some(dst) = self.range(state, dst, len, true)? else { return Ok(false) };
        let byte = self.cx.term(value, Sort::BitVec(8));
        let (from, to) = match dst.known {
            Some(offset) => (offset, dst.size.min(offset + len.most)),
            None => (0, dst.size),
        };
        for place in from..to {
            let at = self.number(place);
            let distance = self.cx.store.bvsub(at, dst.offset);
            let inside = self.cx.store.ult(distance, len.term);
            self.put_where(state, inside, dst.base + place, (byte, 1));
        }
        Ok(true)
    }

    /// Copies a range that depends on inputs, as [`Access::copy`]; whether it did, and nothing is left to be done.
    ///
    /// # Errors
    /// When a range is a finding or the path forks.
    pub(crate) fn copy_range(
        &mut self,
        state: &mut State,
        (dst, src): (Slot, Slot),
        len: Slot,
        apart: bool,
    ) -> Result<bool, Stop> {
        let is_known = dst.term.is_none() && src.term.is_none() && len.term.is_none();
        if is_known || !self.cx.keeps_choices(state) {
            return Ok(false);
        }
        let Some(len) = self.length(state, len)? else { return Ok(false) };
        if self.has_nothing(state, &[dst, src], len)? {
            return Ok(true);
        }
        let Some(src) = self.range(state, src, len, false)? else { return Ok(false) };
        let Some(dst) = self.range(state, dst, len, true)? else { return Ok(false) };
        let part = self.part(&src, &dst, len);
        let places = |range: &Range| if range.known.is_some() { 1 } else { range.size / part };
        let pairs = (len.most / part).saturating_mul(places(&src) + places(&dst));
        if apart && src.base == dst.base || pairs > MOST_PAIRS {
            return Ok(false);
        }
        let mut values = Vec::new();
        for skip in (0..len.most).step_by(part as usize) {
            let Some(value) = self.part_at(state, &src, skip, part)? else { break };
            values.push((skip, value));
        }
        for (skip, value) in values {
            let skipped = self.number(skip);
            let inside = self.cx.store.ult(skipped, len.term);
            match dst.known {
                Some(offset) if offset + skip + part > dst.size => break,
                Some(offset) => {
                    self.put_where(state, inside, dst.base + offset + skip, (value, part));
                }
                None => {
                    let offset = self.cx.store.bvadd(dst.offset, skipped);
                    for place in (0..dst.size).step_by(part as usize) {
                        let at = self.number(place);
                        let hit = self.cx.store.eq(offset, at);
                        let hit = self.cx.store.and(inside, hit);
                        self.put_where(state, hit, dst.base + place, (value, part));
                    }
                }
            }
        }
        Ok(true)
    }

    /// Copies the bytes of an object that lie before all of these places to a new one that takes its place.
    pub(crate) fn carry_before(
        &mut self,
        state: &mut State,
        (dst, src): (u64, u64),
        most: u64,
        limits: &[Term],
    ) -> Result<(), Stop> {
        self.cx.limits().afford(most.saturating_mul(64))?;
        // A word that is an address stays one.
        let zeros = limits.iter().map(|limit| self.cx.store.trailing_zeros(*limit)).min();
        let part = 1 << zeros.unwrap_or_default().min(3).min(most.trailing_zeros());
        for skip in (0..most).step_by(part as usize) {
            self.cx.limits().go_on(skip)?;
            let object = state.memory.object(src).ok_or_else(|| internal(NO_OBJECT))?;
            if object.unwritten(skip, part).len() as u64 == part {
                continue;
            }
            let value = self.read_at(state, src + skip, part);
            let value = self.cx.term(value, Sort::BitVec(8 * part as u32));
            let end = self.number(skip + part);
            let before = limits.iter().map(|limit| self.cx.store.ule(end, *limit));
            let before: Vec<Term> = before.collect();
            let before = self.cx.store.and_all(&before);
            self.put_where(state, before, dst + skip, (value, part));
        }
        Ok(())
    }

    fn number(&mut self, number: u64) -> Term {
        self.cx.store.bits(ADDRESS_BITS, u128::from(number))
    }

    /// Whether there is no byte, where that has to be known: then it does not matter whether the addresses were ever set.
    fn has_nothing(
        &mut self,
        state: &mut State,
        addresses: &[Slot],
        len: Length,
    ) -> Result<bool, Stop> {
        let store = &mut self.cx.store;
        let is_open = |slot: &Slot| slot.term.is_some_and(|term| store.has_unspecified(term));
        if !len.is_known && !addresses.iter().any(is_open) {
            return Ok(false);
        }
        let is_empty = self.is_empty(len);
        self.cx.decide(state, is_empty)
    }

    fn is_empty(&mut self, len: Length) -> Term {
        let zero = self.number(0);
        self.cx.store.eq(len.term, zero)
    }

    /// A length of which a bound is known.
    fn length(&mut self, state: &mut State, len: Slot) -> Result<Option<Length>, Stop> {
        if len.term.is_none() {
            let term = self.number(len.lo);
            let length = Length { term, most: len.lo, is_known: true };
            return Ok((len.lo <= LARGEST).then_some(length));
        }
        let size = self.cx.bounded_size(state, len)?;
        Ok(size
            .and_then(|size| Some(Length { term: size.exact?, most: size.most, is_known: false })))
    }

    /// A range of one object; `None` where it is not known to lie in one.
    ///
    /// # Errors
    /// When it is not inside of the object, or the path forks over that.
    fn range(
        &mut self,
        state: &mut State,
        address: Slot,
        len: Length,
        write: bool,
    ) -> Result<Option<Range>, Stop> {
        let term = match address.term {
            None => self.number(address.lo),
            Some(term) => {
                let term = self.cx.instances().expanded(term);
                let term = self.cx.following().said(state, term);
                self.cx.settled_one(state, term, ADDRESS)?
            }
        };
        let Some((base, size)) = self.object_of_range(state, term)? else { return Ok(None) };
        let found = state.memory.object(base).map(|o| (o.extent, o.constant));
        let Some((extent, constant)) = found.filter(|_| size <= LARGEST) else {
            return Ok(None);
        };
        let start = self.number(base);
        let offset = self.cx.store.bvsub(term, start);
        let end = extent.unwrap_or_else(|| self.number(size));
        let left = self.cx.store.bvsub(end, offset);
        let (begins, ends) = (self.cx.store.ule(offset, end), self.cx.store.ule(len.term, left));
        let inside = self.cx.store.and(begins, ends);
        let is_empty = self.is_empty(len);
        let fits = self.cx.store.or(is_empty, inside);
        if !self.cx.decide(state, fits)? {
            let len = self.in_test(state, len.term).unwrap_or(len.most);
            return Err(self.out_of_bounds(state, base, size, None, len, write));
        }
        if write && constant && !self.cx.decide(state, is_empty)? {
            return Err(self.cx.failure(state, FindingKind::OutOfBounds, CONSTANT_WRITE));
        }
        let known = self.cx.store.as_bits(offset).map(|offset| offset as u64);
        Ok(Some(Range { base, size, offset, known }))
    }

    /// The one object that an address is computed from.
    fn object_of_range(
        &mut self,
        state: &mut State,
        address: Term,
    ) -> Result<Option<(u64, u64)>, Stop> {
        match self.anchor(state, address)? {
            Some(object) if self.is_of(state, address, object, 1)? => Ok(Some(object)),
            Some(_) => Ok(None),
            None => Ok(self.common_object(state, address)),
        }
    }

    /// In pieces of how many bytes a range is copied: words where it is made of whole ones.
    fn part(&self, src: &Range, dst: &Range, len: Length) -> u64 {
        let aligned = |range: &Range| {
            self.cx.store.trailing_zeros(range.offset).min(3).min(range.size.trailing_zeros())
        };
        match len.is_known {
            true => 1 << aligned(src).min(aligned(dst)).min(len.most.trailing_zeros()),
            false => 1,
        }
    }

    /// A piece of a range as a term; `None` behind the end of the object.
    fn part_at(
        &mut self,
        state: &mut State,
        src: &Range,
        skip: u64,
        part: u64,
    ) -> Result<Option<Term>, Stop> {
        let read = match src.known {
            Some(offset) if offset + skip + part > src.size => return Ok(None),
            Some(offset) => self.read_at(state, src.base + offset + skip, part),
            None if src.size < part => return Ok(None),
            None => {
                let skip = self.number(skip);
                let offset = self.cx.store.bvadd(src.offset, skip);
                self.load_within(state, src.base, offset, part)?
            }
        };
        Ok(Some(self.cx.term(read, Sort::BitVec(8 * part as u32))))
    }

    /// Writes a value of so many bytes where a condition holds.
    fn put_where(
        &mut self,
        state: &mut State,
        condition: Term,
        address: u64,
        (value, len): (Term, u64),
    ) {
        if self.cx.store.as_bool(condition) == Some(false) {
            return;
        }
        let old = self.read_at(state, address, len);
        let old = self.cx.term(old, Sort::BitVec(8 * len as u32));
        let merged = self.cx.store.ite(condition, value, old);
        let merged = self.cx.slot(merged);
        store_at(&mut self.cx.store, &mut state.memory, address, len, merged);
    }
}

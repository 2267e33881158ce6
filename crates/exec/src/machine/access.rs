//! Access to the byte memory: checks, symbolic bytes, symbolic addresses.

mod among;
mod elsewhere;
mod ranges;

use crate::data::options::Follow;
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop, internal};
use crate::machine::{Context, Forks};
use crate::memory::bytes::{NO_OBJECT, load_at, put, split, store_at};
use crate::memory::object::{Object, ObjectKind};
use crate::memory::unspecified::ADDRESS;
use crate::memory::{Lookup, Memory, NULL_PAGE};
use crate::state::State;
use effigy_base::finding::FindingKind;
use effigy_base::sort::Sort;
use effigy_ir::function::ADDRESS_BITS;
use effigy_term::Term;

/// Where an access goes.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// To one address, inside of a live object.
    At(u64),
    /// To a symbolic offset of the object at `base`, inside of it.
    Within {
        /// The object.
        base: u64,
        /// The offset in bytes, 64 bits.
        offset: Term,
    },
    /// To one of a few addresses, each inside of a live object.
    Among {
        /// The address, 64 bits.
        address: Term,
        /// The values that it can have, the lowest first.
        values: Vec<u64>,
    },
}

/// Most places of a symbolic access that become one term; beyond, the path forks over the addresses.
const MAX_PLACES: u64 = 1024;

/// The same where one input is followed.
const MAX_PLACES_FOLLOWED: u64 = 16;

/// Longest constant table that a read at a symbolic index becomes.
const MAX_TABLE: u64 = 1 << 16;

/// Most bytes of a copy whose values are settled when they were never written, so that both places have the same.
const MOST_SETTLED: u64 = 1024;

/// Accesses of a path to the byte memory.
pub(crate) struct Access<'a> {
    pub(crate) cx: &'a mut Context,
}

impl Access<'_> {
    /// Reads a value of this sort at an address without the bits of `mask`.
    ///
    /// # Errors
    /// When the access is a finding or the path forks over its targets.
    pub(crate) fn load(
        &mut self,
        state: &mut State,
        addr: Slot,
        mask: u8,
        sort: Sort,
    ) -> Result<Slot, Stop> {
        let width = sort.width().unwrap_or(1);
        let len = width.div_ceil(8) as u64;
        let place = self.resolve(state, addr, len, mask, false)?;
        self.check_alignment(state, &place, mask)?;
        let raw = match place {
            Place::At(address) => self.read_at(state, address, len),
            Place::Within { base, offset } => self.load_within(state, base, offset, len)?,
            Place::Among { address, values } => self.load_among(state, address, &values, len)?,
        };
        let read = self.narrow(raw, len, sort);
        Ok(match read.term {
            Some(term) => {
                let said = self.cx.following().said(state, term);
                self.cx.slot(said)
            }
            None => read,
        })
    }

    /// Writes a value of this sort at an address without the bits of `mask`.
    ///
    /// # Errors
    /// As for [`Access::load`].
    pub(crate) fn store_value(
        &mut self,
        state: &mut State,
        addr: Slot,
        mask: u8,
        value: Slot,
        sort: Sort,
    ) -> Result<(), Stop> {
        let len = sort.width().unwrap_or(1).div_ceil(8) as u64;
        let place = self.resolve(state, addr, len, mask, true)?;
        self.check_alignment(state, &place, mask)?;
        let value = self.widen(value, sort, len);
        let value = self.cx.instances().assigned(value);
        match place {
            Place::At(address) => {
                store_at(&mut self.cx.store, &mut state.memory, address, len, value)
            }
            Place::Within { base, offset } => self.store_within(state, base, offset, len, value)?,
            Place::Among { address, values } => {
                self.store_among(state, address, &values, len, value);
            }
        }
        Ok(())
    }

    /// A finding unless the address has none of the bits of `mask`, which are the lowest ones.
    fn check_alignment(&mut self, state: &mut State, place: &Place, mask: u8) -> Result<(), Stop> {
        let mask = u64::from(mask);
        let fine = match place {
            Place::At(address) => address & mask == 0,
            Place::Among { .. } => true,
            Place::Within { base, offset } => {
                let (base, offset) = (*base, *offset);
                let bits = mask.count_ones();
                let regular = self.cx.store.trailing_zeros(offset) >= bits;
                if mask == 0 || regular {
                    base & mask == 0
                } else {
                    let low = self.cx.store.extract(bits - 1, 0, offset);
                    let wanted = self.cx.store.bits(bits, u128::from(base.wrapping_neg() & mask));
                    let aligned = self.cx.store.eq(low, wanted);
                    self.cx.decide(state, aligned)?
                }
            }
        };
        match fine {
            true => Ok(()),
            false => Err(self.misaligned(state, mask)),
        }
    }

    fn misaligned(&self, state: &State, mask: u64) -> Stop {
        let message = format!("an access at an address that is no multiple of {}", mask + 1);
        self.cx.failure(state, FindingKind::Misaligned, message)
    }

    /// The bytes of a value in memory as one bit-vector.
    fn widen(&mut self, value: Slot, sort: Sort, len: u64) -> Slot {
        let Some(term) = value.term else { return value };
        let width = 8 * len as u32;
        let wide = match sort {
            Sort::BitVec(w) if w == width => term,
            Sort::Bool => self.cx.store.bool_to_bv(width, term),
            _ => self.cx.store.zero_extend(width, term),
        };
        self.cx.slot(wide)
    }

    /// A value of `sort` from its bytes in memory.
    fn narrow(&mut self, raw: Slot, len: u64, sort: Sort) -> Slot {
        match (raw.term, sort) {
            (None, Sort::BitVec(w)) if w < 128 => Slot::wide(raw.bits() & ((1 << w) - 1)),
            (None, Sort::Bool) => Slot::word(raw.lo & 1),
            (Some(term), Sort::BitVec(w)) if w as u64 != 8 * len => {
                let low = self.cx.store.extract(w - 1, 0, term);
                self.cx.slot(low)
            }
            (Some(term), Sort::Bool) => {
                let low = self.cx.store.extract(0, 0, term);
                let one = self.cx.store.bits(1, 1);
                let set = self.cx.store.eq(low, one);
                self.cx.slot(set)
            }
            _ => raw,
        }
    }

    /// Finds the object of an access and checks the access.
    fn resolve(
        &mut self,
        state: &mut State,
        addr: Slot,
        len: u64,
        mask: u8,
        write: bool,
    ) -> Result<Place, Stop> {
        let Some(mut term) = addr.term else {
            self.check(state, addr.lo, len, write)?;
            return Ok(Place::At(addr.lo));
        };
        term = self.cx.instances().expanded(term);
        term = self.cx.following().said(state, term);
        term = self.cx.settled_one(state, term, ADDRESS)?;
        if let Some(address) = self.cx.store.as_bits(term) {
            self.check(state, address as u64, len, write)?;
            return Ok(Place::At(address as u64));
        }
        if self.cx.sets.is_some()
            && let Some(place) = self.among(state, term, len, mask, write)?
        {
            return Ok(place);
        }
        if self.cx.keeps_choices(state)
            && let Some(object) = self.common_object(state, term)
        {
            return self.inside(state, term, object, len, write);
        }
        while let Some((condition, then, otherwise)) = self.cx.ite_parts(term) {
            term = if self.cx.decide(state, condition)? { then } else { otherwise };
            if let Some(address) = self.cx.store.as_bits(term) {
                self.check(state, address as u64, len, write)?;
                return Ok(Place::At(address as u64));
            }
        }
        match self.anchor(state, term)? {
            Some(object) if self.is_of(state, term, object, len)? => {
                self.inside(state, term, object, len, write)
            }
            Some(_) => elsewhere::elsewhere(self, state, term, len, write),
            None => self.at_each(state, term, len, write),
        }
    }

    /// An access at each address that there can be, a path for each.
    fn at_each(
        &mut self,
        state: &mut State,
        term: Term,
        len: u64,
        write: bool,
    ) -> Result<Place, Stop> {
        let address = self.cx.pick_value(state, term)? as u64;
        self.check(state, address, len, write)?;
        Ok(Place::At(address))
    }

    /// The live object that an address is computed from: a constant summand inside of its slots.
    pub(crate) fn anchor(
        &mut self,
        state: &mut State,
        term: Term,
    ) -> Result<Option<(u64, u64)>, Stop> {
        let Some(constant) = self.cx.store.constant_summand(term) else { return Ok(None) };
        let constant = constant as u64;
        if let Lookup::Global(index) = state.memory.lookup(&self.cx.job.layout, constant) {
            let object = self.cx.global_on(state, index)?;
            state.memory.adopt(object);
        }
        let alive = self.cx.is_alive(state, constant)?;
        Ok(state.memory.object(constant).filter(|_| alive).map(|o| (o.base, o.size)))
    }

    /// An access at a symbolic offset of one object.
    fn inside(
        &mut self,
        state: &mut State,
        term: Term,
        (base, size): (u64, u64),
        len: u64,
        write: bool,
    ) -> Result<Place, Stop> {
        let (offset, fits) = self.fits(state, term, (base, size), len);
        if !self.cx.decide(state, fits)? {
            return Err(self.out_of_bounds(state, base, size, None, len, write));
        }
        self.place_within(state, base, offset, write)
    }

    /// The offset of an address in an object, and whether an access there lies inside of it.
    fn fits(
        &mut self,
        state: &State,
        term: Term,
        (base, size): (u64, u64),
        len: u64,
    ) -> (Term, Term) {
        let start = self.cx.store.bits(ADDRESS_BITS, base as u128);
        let offset = self.cx.store.bvsub(term, start);
        let fits = match size.checked_sub(len) {
            Some(last) => {
                let last = self.cx.store.bits(ADDRESS_BITS, last as u128);
                self.cx.store.ule(offset, last)
            }
            None => self.cx.store.bool(false),
        };
        match state.memory.object(base).and_then(|object| object.extent) {
            Some(extent) => {
                let len = self.cx.store.bits(ADDRESS_BITS, u128::from(len));
                let end = self.cx.store.bvadd(offset, len);
                let before = self.cx.store.ule(end, extent);
                (offset, self.cx.store.and(fits, before))
            }
            None => (offset, fits),
        }
    }

    fn place_within(
        &mut self,
        state: &mut State,
        base: u64,
        offset: Term,
        write: bool,
    ) -> Result<Place, Stop> {
        if write && state.memory.object(base).is_some_and(|o| o.constant) {
            return Err(self.cx.failure(state, FindingKind::OutOfBounds, CONSTANT_WRITE));
        }
        match self.cx.store.as_bits(offset) {
            Some(offset) => Ok(Place::At(base + offset as u64)),
            None => Ok(Place::Within { base, offset }),
        }
    }

    /// Checks an access to a concrete address.
    pub(crate) fn check(
        &mut self,
        state: &mut State,
        address: u64,
        len: u64,
        write: bool,
    ) -> Result<(), Stop> {
        if len == 0 {
            return Ok(());
        }
        let verb = if write { "write" } else { "read" };
        let found = match self.cx.is_alive(state, address)? {
            true => state.memory.lookup(&self.cx.job.layout, address),
            false => Memory::gone(address),
        };
        match found {
            Lookup::Object(object) => {
                let offset = address.wrapping_sub(object.base);
                let (base, size, extent) = (object.base, object.size, object.extent);
                let is_constant = object.constant;
                if offset >= size
                    || size - offset < len
                    || !self.reaches(state, extent, offset + len)?
                {
                    return Err(self.out_of_bounds(state, base, size, Some(address), len, write));
                }
                if write && is_constant {
                    return Err(self.cx.failure(state, FindingKind::OutOfBounds, CONSTANT_WRITE));
                }
                Ok(())
            }
            Lookup::Global(index) => {
                let object = self.cx.global_on(state, index)?;
                state.memory.adopt(object);
                self.check(state, address, len, write)
            }
            Lookup::FreedHeap => {
                let message = format!("a {verb} of {len} bytes in a heap object that was released");
                Err(self.cx.failure(state, FindingKind::UseAfterFree, message))
            }
            Lookup::FreedStack => {
                let why = match ended_in_scope(state, address) {
                    true => "outside of whose scope the program is",
                    false => "whose block or function has ended",
                };
                let message = format!("a {verb} of {len} bytes in a local variable {why}");
                Err(self.cx.failure(state, FindingKind::UseAfterScope, message))
            }
            Lookup::Nothing if address < NULL_PAGE => {
                let message = format!("a {verb} of {len} bytes through a null pointer");
                Err(self.cx.failure(state, FindingKind::Null, message))
            }
            Lookup::Nothing => {
                let message = format!("a {verb} of {len} bytes where there is no object");
                Err(self.cx.failure(state, FindingKind::OutOfBounds, message))
            }
        }
    }

    /// How many bytes an object has whose size depends on inputs, in the test of the path that ends here.
    pub(crate) fn size_in_test(&mut self, state: &State, base: u64) -> Option<u64> {
        let extent = state.memory.object(base)?.extent?;
        self.in_test(state, extent)
    }

    /// A number in the test of the path that ends here. Where sides are not asked for, the program is run on the values of a model
    /// before anything is said.
    fn in_test(&mut self, state: &State, number: Term) -> Option<u64> {
        if self.cx.forks == Forks::Together {
            return None;
        }
        let model = self.cx.canonical_model(state).ok()?;
        self.cx.evaluate(number, &model).ok().map(|number| number as u64)
    }

    /// Whether so many bytes belong to an object whose size may depend on inputs.
    fn reaches(&mut self, state: &mut State, extent: Option<Term>, end: u64) -> Result<bool, Stop> {
        let Some(extent) = extent else { return Ok(true) };
        let end = self.cx.store.bits(ADDRESS_BITS, u128::from(end));
        let reaches = self.cx.store.ule(end, extent);
        self.cx.decide(state, reaches)
    }

    fn out_of_bounds(
        &mut self,
        state: &State,
        base: u64,
        size: u64,
        address: Option<u64>,
        len: u64,
        write: bool,
    ) -> Stop {
        let verb = if write { "write" } else { "read" };
        let size = self.size_in_test(state, base).unwrap_or(size);
        let what = match state.memory.object(base).map(|o| o.kind) {
            Some(ObjectKind::Stack) => "local variable",
            Some(ObjectKind::Global) => "global variable",
            Some(ObjectKind::Environment) => "piece of the system's memory",
            _ => "heap object",
        };
        let at = match address.map(|a| a.wrapping_sub(base) as i64) {
            Some(offset) => format!(" at byte {offset}"),
            None => String::new(),
        };
        let message = format!("a {verb} of {len} bytes{at} of a {what} of {size} bytes");
        self.cx.failure(state, FindingKind::OutOfBounds, message)
    }

    /// As [`load_at`], of bytes whose value the program uses.
    pub(crate) fn read_at(&mut self, state: &mut State, address: u64, len: u64) -> Slot {
        self.cx.settle_unwritten(state, address, len);
        load_at(&mut self.cx.store, &state.memory, address, len)
    }

    /// The offsets that a symbolic access can reach: step and number, from offset 0.
    fn reach(&mut self, size: u64, offset: Term, len: u64) -> (u64, u64) {
        let zeros = self.cx.store.trailing_zeros(offset).min(16);
        let step = 1u64 << zeros;
        let last =
            (size - len).min(u64::try_from(self.cx.store.upper_bound(offset)).unwrap_or(u64::MAX));
        (step, last / step + 1)
    }

    fn load_within(
        &mut self,
        state: &mut State,
        base: u64,
        offset: Term,
        len: u64,
    ) -> Result<Slot, Stop> {
        let Some(size) = state.memory.object(base).map(|o| o.size) else {
            return Err(internal(NO_OBJECT));
        };
        let (step, count) = self.reach(size, offset, len);
        if len <= 8
            && count <= MAX_TABLE
            && let Some(object) = state.memory.object(base)
        {
            let words: Option<Vec<u64>> =
                (0..count).map(|i| object.read_u64(i * step, len)).collect();
            if let Some(words) = words {
                let table = self.table(&words, offset, step, len);
                return Ok(self.cx.slot(table));
            }
        }
        if count > self.most_places() {
            let address = self.pick_within(state, base, offset, len)?;
            return Ok(self.read_at(state, address, len));
        }
        let width = 8 * len as u32;
        let mut value: Option<Term> = None;
        for i in (0..count).rev() {
            let slot = self.read_at(state, base + i * step, len);
            let here = self.cx.term(slot, Sort::BitVec(width));
            value = Some(match value {
                Some(rest) => {
                    let at = self.cx.store.bits(ADDRESS_BITS, (i * step) as u128);
                    let hit = self.cx.store.eq(offset, at);
                    self.cx.store.ite(hit, here, rest)
                }
                None => here,
            });
        }
        let value = value.ok_or_else(|| internal("a symbolic address without a place"))?;
        let value = self.chosen(state, value);
        Ok(self.cx.slot(value))
    }

    /// One address of an access of `len` bytes that lies inside of an object; forks over all.
    fn pick_within(
        &mut self,
        state: &mut State,
        base: u64,
        offset: Term,
        len: u64,
    ) -> Result<u64, Stop> {
        let at = self.cx.pick_value(state, offset)? as u64;
        let size = state.memory.object(base).map_or(0, |object| object.size);
        match at.checked_add(len).is_some_and(|end| end <= size) {
            true => Ok(base + at),
            // Where sides are not asked for, a path may take one that contradicts what it knows: that it is inside.
            false if self.cx.forks == Forks::Together => Err(Stop::End(Ending::Assumed)),
            false => Err(internal("a place outside of the object that it is inside of")),
        }
    }

    /// How many places of a symbolic access become one term. Who follows one input goes to its place sooner: other inputs
    /// go to others.
    fn most_places(&self) -> u64 {
        match self.cx.job.follow {
            Follow::Symbols => MAX_PLACES_FOLLOWED,
            Follow::Nothing | Follow::Values => MAX_PLACES,
        }
    }

    /// A read of a constant table.
    fn table(&mut self, words: &[u64], offset: Term, step: u64, len: u64) -> Term {
        let shift = step.trailing_zeros();
        let bits = (words.len() as u64).next_power_of_two().trailing_zeros().max(1);
        let index = self.cx.store.extract(shift + bits - 1, shift, offset);
        let table = self.cx.store.const_array(bits, 8 * len as u32, words.into(), 0);
        self.cx.store.select(table, index)
    }

    fn store_within(
        &mut self,
        state: &mut State,
        base: u64,
        offset: Term,
        len: u64,
        value: Slot,
    ) -> Result<(), Stop> {
        let Some(size) = state.memory.object(base).map(|o| o.size) else {
            return Err(internal(NO_OBJECT));
        };
        let (step, count) = self.reach(size, offset, len);
        if count > self.most_places() {
            let address = self.pick_within(state, base, offset, len)?;
            store_at(&mut self.cx.store, &mut state.memory, address, len, value);
            return Ok(());
        }
        // Steps shorter than the value overlap: then each byte is written by itself.
        let part = if step >= len { len } else { 1 };
        let width = 8 * part as u32;
        let value = self.cx.term(value, Sort::BitVec(8 * len as u32));
        for skip in (0..len).step_by(part as usize) {
            let lo = 8 * skip as u32;
            let new = self.cx.store.extract(lo + width - 1, lo, value);
            for i in 0..count {
                let address = base + i * step + skip;
                let old = self.read_at(state, address, part);
                let old = self.cx.term(old, Sort::BitVec(width));
                let at = self.cx.store.bits(ADDRESS_BITS, (i * step) as u128);
                let hit = self.cx.store.eq(offset, at);
                let merged = self.cx.store.ite(hit, new, old);
                let merged = self.cx.slot(merged);
                store_at(&mut self.cx.store, &mut state.memory, address, part, merged);
            }
        }
        Ok(())
    }

    /// Copies bytes, also between overlapping ranges; when they must be `apart`, an overlap is a finding unless they
    /// are the same.
    pub(crate) fn copy(
        &mut self,
        state: &mut State,
        dst: Slot,
        src: Slot,
        len: u64,
        apart: bool,
    ) -> Result<(), Stop> {
        if len == 0 {
            return Ok(());
        }
        let src = self.address(state, src, len, false)?;
        let dst = self.address(state, dst, len, true)?;
        if apart && src != dst && src.abs_diff(dst) < len {
            let distance = src.abs_diff(dst);
            let message = format!("a copy of {len} bytes between ranges {distance} bytes apart");
            return Err(self.cx.failure(state, FindingKind::Overlap, message));
        }
        self.carry(state, dst, src, len)
    }

    /// Copies bytes between addresses that need no check.
    pub(crate) fn carry(
        &mut self,
        state: &mut State,
        dst: u64,
        src: u64,
        len: u64,
    ) -> Result<(), Stop> {
        self.cx.limits().afford(len.saturating_mul(3))?;
        if len <= MOST_SETTLED {
            self.cx.settle_unwritten(state, src, len);
        }
        let concrete = state.memory.object(src).is_some_and(Object::is_concrete);
        if concrete
            && dst != src
            && let Some(object) = state.memory.object_mut(dst)
            && len == object.size
        {
            object.make_concrete();
        }
        // The last slice first where an earlier one would write over what is still to be read.
        let mut slices = slices(len);
        let mut next = || if dst > src { slices.next_back() } else { slices.next() };
        while let Some((from, len)) = next() {
            self.copy_slice(state, dst + from, src + from, len)?;
            if self.cx.limits().work_on_bytes(len) {
                return self.cx.limits().stopped_at_work().map_or(Ok(()), Err);
            }
        }
        Ok(())
    }

    /// Copies bytes between addresses that were checked.
    fn copy_slice(&mut self, state: &mut State, dst: u64, src: u64, len: u64) -> Result<(), Stop> {
        let Some(object) = state.memory.object(src) else { return Err(internal(NO_OBJECT)) };
        let pieces = object.pieces(src - object.base, len);
        let mut at = dst;
        for (round, piece) in (0..).zip(pieces) {
            self.cx.limits().go_on(round)?;
            put(&mut self.cx.store, &mut state.memory, at, &piece);
            at += piece.len();
        }
        Ok(())
    }

    /// Sets bytes to one value.
    pub(crate) fn fill(
        &mut self,
        state: &mut State,
        dst: Slot,
        value: Slot,
        len: u64,
    ) -> Result<(), Stop> {
        if len == 0 {
            return Ok(());
        }
        let dst = self.address(state, dst, len, true)?;
        self.cx.limits().afford(len.saturating_mul(2))?;
        if value.term.is_some() {
            self.cx.limits().afford(len.saturating_mul(64))?;
            for at in dst..dst + len {
                self.cx.limits().go_on(at)?;
                store_at(&mut self.cx.store, &mut state.memory, at, 1, value);
            }
        } else if let Some(object) = state.memory.object_mut(dst) {
            let offset = dst - object.base;
            let outside = split(&mut self.cx.store, object, offset, len);
            if len == object.size {
                object.make_concrete();
            }
            for (from, part) in slices(len) {
                if self.cx.limits().work_on_bytes(part) {
                    return self.cx.limits().stopped_at_work().map_or(Ok(()), Err);
                }
                object.fill(offset + from, part, value.lo as u8);
            }
            outside.iter().for_each(|c| object.write_term(c.offset, c.len, c.term));
        }
        Ok(())
    }

    /// A concrete address of a checked access of `len` bytes; forks over the addresses that are possible.
    pub(crate) fn address(
        &mut self,
        state: &mut State,
        addr: Slot,
        len: u64,
        write: bool,
    ) -> Result<u64, Stop> {
        if self.cx.sets.is_some()
            && let Some(term) = addr.term
        {
            let address = self.cx.pick_value(state, term)? as u64;
            self.check(state, address, len, write)?;
            return Ok(address);
        }
        match self.resolve(state, addr, len, 0, write)? {
            Place::At(address) => Ok(address),
            Place::Within { base, offset } => self.pick_within(state, base, offset, len),
            Place::Among { address, .. } => Ok(self.cx.pick_value(state, address)? as u64),
        }
    }
}

/// Bytes that are written between two looks whether the run is stopped.
const SLICE: u64 = 1 << 24;

/// The parts of a range of `len` bytes: where they begin and how long they are.
fn slices(len: u64) -> impl DoubleEndedIterator<Item = (u64, u64)> {
    (0..len.div_ceil(SLICE)).map(move |slice| (slice * SLICE, SLICE.min(len - slice * SLICE)))
}

const CONSTANT_WRITE: &str = "a write to a constant";

/// Whether an address lies where a local variable of a running function stood, whose life has ended.
fn ended_in_scope(state: &State, address: u64) -> bool {
    let here = |base: &u64| Memory::same_slot(*base, address);
    state.stack().any(|frame| frame.objects.iter().any(here))
}

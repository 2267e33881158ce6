//! What a model can ask about objects, make and release.

use super::Call;
use crate::data::question::Kind;
use crate::data::stop::{Feasible, Stop};
use crate::machine::access::Access;
use crate::memory::object::{ObjectKind, ObjectSize};
use crate::memory::{Lookup, MAX_OBJECT, Memory};
use effigy_base::finding::FindingKind;
use effigy_ir::function::ADDRESS_BITS;
use effigy_term::Term;

/// What of an object's contents another one gets that takes its place.
pub struct Kept {
    /// The most bytes that there can be.
    most: u64,
    /// Where that depends on inputs: only bytes before each of these places.
    limits: Vec<Term>,
}

impl Call<'_> {
    /// Bytes from `address` to the end of its object; `None` when there is no live object.
    ///
    /// # Errors
    /// When a global's contents cannot be read, or the path forks over whether it has the object.
    pub fn room(&mut self, address: u64) -> Result<Option<u64>, Stop> {
        Ok(self.span(address)?.and_then(|(base, size)| (base + size).checked_sub(address)))
    }

    /// The beginning and the size of the live object that an address belongs to, also one a little outside of it.
    ///
    /// # Errors
    /// As for [`Call::room`].
    pub fn span(&mut self, address: u64) -> Result<Option<(u64, u64)>, Stop> {
        if let Lookup::Global(index) = self.state.memory.lookup(&self.context.job.layout, address) {
            let object = self.context.global_on(self.state, index)?;
            self.state.memory.adopt(object);
        }
        let alive = self.context.is_alive(self.state, address)?;
        let object = self.state.memory.object(address).filter(|_| alive);
        let found = object.map(|object| (object.base, object.size, object.extent));
        match found {
            Some((base, _, Some(extent))) => {
                Ok(Some((base, self.context.pick_value(self.state, extent)? as u64)))
            }
            found => Ok(found.map(|(base, size, _)| (base, size))),
        }
    }

    /// An argument that is the size of an object. Where paths are merged it may depend on inputs, else the path forks over all
    /// that it can be.
    ///
    /// # Errors
    /// When the path forks.
    pub fn size(&mut self, index: usize) -> Result<ObjectSize, Stop> {
        let slot = self.arg(index);
        match self.context.bounded_size(self.state, slot)? {
            Some(size) => Ok(size),
            None => Ok(self.concrete(slot)?.into()),
        }
    }

    /// A new heap object of uninitialised bytes; `None` when it is too large.
    pub fn allocate(&mut self, size: impl Into<ObjectSize>, align: u64) -> Option<u64> {
        let ObjectSize { most, exact } = size.into();
        if most > MAX_OBJECT {
            return None;
        }
        self.changed = true;
        let base = self.state.memory.allocate(ObjectKind::Heap, most, align)?;
        self.state.memory.extend(base, exact);
        Some(base)
    }

    /// Takes a new heap object away from the program: it belongs to the environment, and a release of it is invalid.
    pub fn keep(&mut self, address: u64) {
        if let Some(object) = self.state.memory.object_mut(address) {
            object.kind = ObjectKind::Environment;
        }
    }

    /// Size of the live heap object that starts at this address; the most that it can be where that depends on inputs.
    ///
    /// # Errors
    /// When the address is not the start of a live heap object: a double or an invalid free.
    pub fn heap_object(&mut self, address: u64) -> Result<u64, Stop> {
        let found = match self.context.is_alive(self.state, address)? {
            true => self.state.memory.lookup(&self.context.job.layout, address),
            false => Memory::gone(address),
        };
        match found {
            Lookup::Object(object) if object.kind == ObjectKind::Heap && object.base == address => {
                Ok(object.size)
            }
            Lookup::FreedHeap if Memory::is_start(address) => {
                Err(self.fail(FindingKind::DoubleFree, "a heap object is released a second time"))
            }
            found => {
                if let Lookup::Global(index) = found {
                    self.context.global_on(self.state, index)?;
                }
                let message = "the released address is not the start of a heap object";
                Err(self.fail(FindingKind::InvalidFree, message))
            }
        }
    }

    /// What of the heap object at an address one of this size gets that takes its place.
    ///
    /// # Errors
    /// As for [`Call::heap_object`].
    pub fn kept(&mut self, address: u64, size: ObjectSize) -> Result<Kept, Stop> {
        let most = self.heap_object(address)?.min(size.most);
        let mut limits = Vec::new();
        let found = self.state.memory.object(address);
        let found = found.map(|object| (object.size, object.extent, object.is_cleared));
        let Some((old, extent, is_cleared)) = found else { return Ok(Kept { most, limits }) };
        if let Some(exact) = size.exact {
            let store = self.store();
            let end = extent.unwrap_or_else(|| store.bits(ADDRESS_BITS, u128::from(old)));
            let shrinks = store.ult(exact, end);
            let shrinks =
                self.context.answer(self.state, Kind::Shrinks, shrinks, |this, state| {
                    Ok(u128::from(!matches!(this.feasible(state, shrinks), Feasible::No)))
                })?;
            limits.extend((shrinks == 1).then_some(exact));
        }
        limits.extend(extent.filter(|_| is_cleared));
        Ok(Kept { most, limits })
    }

    /// Gives a new object what it gets of the one whose place it takes.
    ///
    /// # Errors
    /// When the run's memory or time does not suffice.
    pub fn carry(&mut self, new: u64, old: u64, kept: &Kept) -> Result<(), Stop> {
        self.changed = true;
        let mut access = Access { cx: self.context };
        match (kept.most, &*kept.limits) {
            (0, _) => Ok(()),
            (most, []) => access.carry(self.state, new, old, most),
            (most, limits) => access.carry_before(self.state, (new, old), most, limits),
        }
    }

    /// Ends the life of a heap object.
    ///
    /// # Errors
    /// As for [`Call::heap_object`].
    pub fn release(&mut self, address: u64) -> Result<(), Stop> {
        self.heap_object(address)?;
        self.changed = true;
        self.state.memory.release(address);
        Ok(())
    }

    /// Sets every byte of a fresh object to zero.
    pub fn clear(&mut self, address: u64, len: u64) {
        if let Some(object) = self.state.memory.object_mut(address) {
            if len == object.size {
                object.make_concrete();
                object.is_cleared = object.extent.is_some();
            } else {
                object.fill(address - object.base, len, 0);
            }
        }
    }
}

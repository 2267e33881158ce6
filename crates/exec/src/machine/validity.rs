//! Values that there are not (poison), uses that ask for a value, and which object an address lies in.

use crate::code::{Code, Inst};
use crate::data::slot::Slot;
use crate::data::stop::{Stop, internal};
use crate::machine::access::Access;
use crate::machine::slow::Instruction;
use crate::memory::{Lookup, Memory};
use crate::state::State;
use effigy_base::sort::Sort;
use effigy_ir::function::ADDRESS_BITS;
use effigy_term::{Role, Term, VarInfo};

impl Instruction<'_> {
    /// Executes an instruction on values that may not be there.
    pub(crate) fn execute_validity(
        &mut self,
        state: &mut State,
        code: &Code,
        inst: Inst,
    ) -> Result<(), Stop> {
        match inst {
            Inst::Poison { dst, a, valid, entry } => {
                let mut value = state.stack.top.get(a);
                if !self.is_valid(state, state.stack.top.get(valid))? {
                    let (kind, cause) = &code.failures[entry as usize];
                    let name = format!("{cause} #{}", state.history.steps);
                    let role = Role::Poison(*kind);
                    let info = VarInfo { name, sort: code.sorts[dst as usize], role };
                    value = Slot::symbolic(self.cx.store.variable(&info));
                }
                state.stack.top.set(dst, value);
            }
            Inst::Defined { a, entry } => {
                if let Some(term) = state.stack.top.get(a).term {
                    self.cx.settled_one(state, term, &code.symbols[entry as usize])?;
                }
            }
            Inst::SameObject { dst, a, b } => {
                let same =
                    self.same_object(state, state.stack.top.get(a), state.stack.top.get(b))?;
                let slot = self.cx.slot(same);
                state.stack.top.set(dst, slot);
            }
            _ => return Err(internal("an instruction that asks for no value")),
        }
        Ok(())
    }

    /// What depends on a value that is not there is not there either, which its use finds.
    fn is_valid(&mut self, state: &mut State, valid: Slot) -> Result<bool, Stop> {
        match valid.term {
            None => Ok(valid.lo & 1 == 1),
            Some(term) if self.cx.store.has_unspecified(term) => Ok(true),
            Some(term) => self.cx.decide(state, term),
        }
    }

    /// Whether two addresses are equal, or each lies in the same object or just behind it.
    fn same_object(&mut self, state: &mut State, a: Slot, b: Slot) -> Result<Term, Stop> {
        let address = Sort::BitVec(ADDRESS_BITS);
        let (first, second) = (self.cx.term(a, address), self.cx.term(b, address));
        let equal = self.cx.store.eq(first, second);
        let open = self.cx.store.has_unspecified(first) || self.cx.store.has_unspecified(second);
        if open || self.cx.store.as_bool(equal) == Some(true) {
            return Ok(self.cx.store.bool(true));
        }
        let object = match (a.term, b.term) {
            (None, _) => Some(a.lo),
            (_, None) => Some(b.lo),
            _ => None,
        };
        let anchor = match object {
            Some(address) => self.object_of(state, address)?,
            None => match (Access { cx: self.cx }).anchor(state, first)? {
                None => Access { cx: self.cx }.anchor(state, second)?,
                found => found,
            },
        };
        if let Some((base, size)) = anchor {
            let extent = state.memory.object(base).and_then(|object| object.extent);
            let size = extent.unwrap_or_else(|| self.cx.store.bits(ADDRESS_BITS, size.into()));
            let (x, y) = (self.touches(first, base, size), self.touches(second, base, size));
            let both = self.cx.store.and(x, y);
            return Ok(self.cx.store.or(equal, both));
        }
        let (x, y) =
            (self.cx.pick_value(state, first)? as u64, self.cx.pick_value(state, second)? as u64);
        let same = x == y
            || match self.object_of(state, x)? {
                Some((base, size)) => {
                    let extent = state.memory.object(base).and_then(|object| object.extent);
                    let size = match extent {
                        Some(extent) => self.cx.pick_value(state, extent)? as u64,
                        None => size,
                    };
                    x.wrapping_sub(base) <= size && y.wrapping_sub(base) <= size
                }
                None => self.was_there(state, x) && Memory::same_slot(x, y),
            };
        Ok(self.cx.store.bool(same))
    }

    /// Whether an address lies in an object or just behind it.
    fn touches(&mut self, address: Term, base: u64, size: Term) -> Term {
        let start = self.cx.store.bits(ADDRESS_BITS, u128::from(base));
        let offset = self.cx.store.bvsub(address, start);
        self.cx.store.ule(offset, size)
    }

    /// Base and size of the live object whose place an address lies in.
    fn object_of(&mut self, state: &mut State, address: u64) -> Result<Option<(u64, u64)>, Stop> {
        if let Lookup::Global(index) = state.memory.lookup(&self.cx.job.layout, address) {
            let object = self.cx.global_on(state, index)?;
            state.memory.adopt(object);
        }
        let alive = self.cx.is_alive(state, address)?;
        let object = state.memory.object(address).filter(|_| alive);
        Ok(object.map(|object| (object.base, object.size)))
    }

    /// Whether a heap or stack object was at an address that no live one is at.
    fn was_there(&self, state: &State, address: u64) -> bool {
        let found = state.memory.lookup(&self.cx.job.layout, address);
        matches!(found, Lookup::FreedHeap | Lookup::FreedStack | Lookup::Object(_))
    }
}

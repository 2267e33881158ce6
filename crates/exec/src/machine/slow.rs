//! One instruction in full generality: symbolic operands, calls, memory that is not plain.

use crate::code::{Code, Generic, Inst, R, Src};
use crate::data::slot::Slot;
use crate::data::stop::{CutReason, Ending, Stop, internal};
use crate::machine::Context;
use crate::machine::access::Access;
use crate::machine::calls::Activations;
use crate::machine::heap::Fields;
use crate::machine::schedule::Scheduling;
use crate::memory::arrays::ArrayObject;
use crate::memory::unspecified;
use crate::state::State;
use effigy_base::eval::eval_scalar;
use effigy_base::finding::FindingKind;
use effigy_base::op::{Op, RoundingMode};
use effigy_base::sort::Sort;
use effigy_ir::function::Life;
use effigy_term::{Role, Term, TermStore, VarInfo};
use std::rc::Rc;

/// The logarithm of the largest alignment that a stack object keeps when its life begins again: a page.
const LARGEST_ALIGNMENT: u32 = 12;

/// An instruction that a machine executes.
pub(super) struct Instruction<'a> {
    pub(super) cx: &'a mut Context,
}

impl Instruction<'_> {
    /// Executes an instruction; gives the next one, or `None` when the activation changed.
    pub(super) fn execute(
        &mut self,
        state: &mut State,
        code: &Rc<Code>,
        inst: Inst,
    ) -> Result<Option<u32>, Stop> {
        let next = Some(state.stack.top.at + 1);
        match inst {
            Inst::Add { dst, a, b, .. } => self.binary(state, dst, Op::BvAdd, a, b),
            Inst::Sub { dst, a, b, .. } => self.binary(state, dst, Op::BvSub, a, b),
            Inst::Mul { dst, a, b, .. } => self.binary(state, dst, Op::BvMul, a, b),
            Inst::And { dst, a, b, .. } => self.bitwise(state, dst, [Op::And, Op::BvAnd], a, b),
            Inst::Or { dst, a, b, .. } => self.bitwise(state, dst, [Op::Or, Op::BvOr], a, b),
            Inst::Xor { dst, a, b, .. } => self.bitwise(state, dst, [Op::Xor, Op::BvXor], a, b),
            Inst::Shl { dst, a, b, .. } => self.binary(state, dst, Op::BvShl, a, b),
            Inst::Lshr { dst, a, b, .. } => self.binary(state, dst, Op::BvLshr, a, b),
            Inst::Ashr { dst, a, b, .. } => self.binary(state, dst, Op::BvAshr, a, b),
            Inst::Eq { dst, a, b, .. } => self.binary(state, dst, Op::Eq, a, b),
            Inst::Ult { dst, a, b, .. } => self.binary(state, dst, Op::BvUlt, a, b),
            Inst::Ule { dst, a, b, .. } => self.binary(state, dst, Op::BvUle, a, b),
            Inst::Slt { dst, a, b, .. } => self.binary(state, dst, Op::BvSlt, a, b),
            Inst::Sle { dst, a, b, .. } => self.binary(state, dst, Op::BvSle, a, b),
            Inst::Not { dst, a } => self.apply(state, dst, Op::Not, &[a]),
            Inst::Zext { w, dst, a } => {
                let width = w as u32;
                let op = match code.sort(a) {
                    Sort::Bool => Op::BoolToBv { width },
                    _ => Op::ZeroExtend { width },
                };
                self.apply(state, dst, op, &[a]);
            }
            Inst::Sext { w, dst, a, .. } => {
                self.apply(state, dst, Op::SignExtend { width: w as u32 }, &[a])
            }
            Inst::Extract { w, lo, dst, a } => {
                let (lo, hi) = (lo as u32, lo as u32 + w as u32 - 1);
                self.apply(state, dst, Op::Extract { hi, lo }, &[a]);
            }
            Inst::Ite { dst, c, a, b } => self.apply(state, dst, Op::Ite, &[c, a, b]),
            Inst::Generic { dst, entry } => {
                self.generic(state, dst, &code.generic[entry as usize])?
            }
            Inst::Move { dst, a } => {
                let value = state.stack.top.get(a);
                state.stack.top.set(dst, value);
            }
            Inst::Own { dst, a } => {
                let address =
                    Scheduling { cx: self.cx }.own_global(state, state.stack.top.get(a).lo)?;
                state.stack.top.set(dst, Slot::word(address));
            }
            Inst::Freeze { dst, a } => self.renew(state, dst, a, unspecified::frozen),
            Inst::Fresh { dst, a } => self.renew(state, dst, a, unspecified::fresh),
            Inst::Poison { .. } | Inst::Defined { .. } | Inst::SameObject { .. } => {
                self.execute_validity(state, code, inst)?
            }
            Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Lifetime { .. }
            | Inst::Alloc { .. }
            | Inst::Copy { .. }
            | Inst::Fill { .. } => self.execute_memory(state, code, inst)?,
            Inst::Jump { to } => return Ok(Some(to)),
            Inst::Branch { cond, then, otherwise } => {
                let holds = self.truth(state, cond)?;
                return Ok(Some(if holds { then } else { otherwise }));
            }
            Inst::Switch { value, entry } => {
                return self.switch(state, code, value, entry).map(Some);
            }
            Inst::Call { entry } => {
                return Activations { cx: self.cx }.call_site(state, code, entry);
            }
            Inst::Return { values } => {
                let values: Vec<Slot> =
                    code.list(values).iter().map(|s| state.stack.top.get(*s)).collect();
                return Activations { cx: self.cx }.leave(state, values).map(|()| None);
            }
            Inst::Assume { .. }
            | Inst::Check { .. }
            | Inst::Fail { .. }
            | Inst::Unsupported { .. }
            | Inst::Assert { .. }
            | Inst::Mark { .. } => self.execute_check(state, code, inst)?,
            Inst::Output { .. }
            | Inst::Symbol { .. }
            | Inst::Array { .. }
            | Inst::Select { .. }
            | Inst::Put { .. }
            | Inst::Get { .. }
            | Inst::Set { .. }
            | Inst::Create { .. }
            | Inst::Unknown { .. }
            | Inst::IsSet { .. } => self.execute_object(state, code, inst)?,
        }
        Ok(next)
    }

    /// Executes an instruction on the byte memory.
    fn execute_memory(&mut self, state: &mut State, code: &Code, inst: Inst) -> Result<(), Stop> {
        match inst {
            Inst::Load { dst, addr, mask, .. } => {
                let addr = state.stack.top.get(addr);
                let value =
                    Access { cx: self.cx }.load(state, addr, mask, code.sorts[dst as usize])?;
                state.stack.top.set(dst, value);
            }
            Inst::Store { addr, value, mask, .. } => {
                let (addr, sort) = (state.stack.top.get(addr), code.sort(value));
                let value = state.stack.top.get(value);
                Access { cx: self.cx }.store_value(state, addr, mask, value, sort)?;
            }
            Inst::Lifetime { address, entry } => {
                let (size, life) = code.lifetimes[entry as usize];
                self.lifetime(state, address, size, life)?;
            }
            Inst::Alloc { dst, size, align } => self.alloc(state, dst, size, align)?,
            Inst::Copy { dst, src, len, apart } => {
                let len = state.stack.top.get(len);
                let (dst, src) = (state.stack.top.get(dst), state.stack.top.get(src));
                if !(Access { cx: self.cx }).copy_range(state, (dst, src), len, apart)? {
                    let len = self.cx.word(state, len)?;
                    Access { cx: self.cx }.copy(state, dst, src, len, apart)?;
                }
            }
            Inst::Fill { dst, value, len } => {
                let len = state.stack.top.get(len);
                let (dst, value) = (state.stack.top.get(dst), state.stack.top.get(value));
                if !(Access { cx: self.cx }).fill_range(state, dst, value, len)? {
                    let len = self.cx.word(state, len)?;
                    Access { cx: self.cx }.fill(state, dst, value, len)?;
                }
            }
            _ => return Err(internal("an instruction that is none on memory")),
        }
        Ok(())
    }

    /// Executes an instruction that may end the path, or says where it stands.
    fn execute_check(&mut self, state: &mut State, code: &Code, inst: Inst) -> Result<(), Stop> {
        match inst {
            Inst::Assume { cond } => {
                let cond = state.stack.top.get(cond);
                let term = self.cx.term(cond, Sort::Bool);
                let before = state.path.condition.len();
                self.cx.assume(state, term)?;
                self.cx.note_assumption(state, before);
            }
            Inst::Check { cond, entry } => {
                if !self.truth(state, cond)? {
                    let (kind, message) = &code.failures[entry as usize];
                    return Err(self.cx.failure(state, *kind, message.clone()));
                }
            }
            Inst::Fail { entry } => {
                let (kind, message) = &code.failures[entry as usize];
                return Err(self.cx.failure(state, *kind, message.clone()));
            }
            Inst::Unsupported { entry } => {
                self.cx.go_on_without(state, code.unsupported[entry as usize].clone())?;
            }
            Inst::Assert { cond, entry, .. } => {
                if !self.truth(state, cond)? {
                    let (kind, message) = &code.failures[entry as usize];
                    return Err(self.cx.failure(state, *kind, message.clone()));
                }
            }
            Inst::Mark { .. } => {
                state.history.statements += 1;
                if self.cx.job.budget.steps.is_some_and(|limit| state.history.statements > limit) {
                    return Err(Stop::End(Ending::Cut(CutReason::Steps)));
                }
            }
            _ => return Err(internal("an instruction that checks nothing")),
        }
        Ok(())
    }

    /// Executes an instruction on symbols, array objects, heap functions or results.
    fn execute_object(&mut self, state: &mut State, code: &Code, inst: Inst) -> Result<(), Stop> {
        match inst {
            Inst::Output { entry, value } => {
                let sort = code.sort(value);
                let output =
                    (code.symbols[entry as usize].clone(), state.stack.top.get(value), sort);
                Rc::make_mut(&mut state.history.outputs).push(output);
            }
            Inst::Symbol { dst, entry, bound } => {
                let (name, sort) = (&code.symbols[entry as usize], code.sorts[dst as usize]);
                let term = match bound {
                    true => self.bound(name, sort),
                    false => self.cx.input(state, name, sort),
                };
                let slot = self.cx.slot(term);
                state.stack.top.set(dst, slot);
            }
            Inst::Array { dst, entry } => {
                let (index, element, symbolic) = &code.arrays[entry as usize];
                let handle = match symbolic {
                    None => state.memory.arrays.create(*index, *element),
                    Some(name) => {
                        let sort = Sort::Array { index: *index, element: *element };
                        let values = self.cx.input(state, name, sort);
                        let handle = state.memory.arrays.create_from(&self.cx.store, values);
                        handle.ok_or_else(|| internal("an input of another sort"))?
                    }
                };
                state.stack.top.set(dst, Slot::word(handle));
            }
            Inst::Select { dst, array, index } => {
                let index = state.stack.top.get(index);
                let (store, object) = self.array(state, array)?;
                let element = object.select(store, index);
                let element = self.as_known(state, element);
                let slot = self.cx.slot(element);
                state.stack.top.set(dst, slot);
            }
            Inst::Put { array, index, value } => {
                let (index, value) = (state.stack.top.get(index), state.stack.top.get(value));
                let value = self.cx.instances().assigned(value);
                let (store, object) = self.array(state, array)?;
                object.put(store, index, value);
            }
            Inst::Get { dst, field, keys } => {
                let element = Fields { cx: self.cx }.get(state, field, code.list(keys))?;
                state.stack.top.set(dst, element);
            }
            Inst::Set { field, keys, value } => {
                Fields { cx: self.cx }.set(state, field, code.list(keys), value)
            }
            Inst::Create { dst } => {
                let reference = state.memory.functions.create();
                state.stack.top.set(dst, Slot::wide(reference));
            }
            Inst::Unknown { dst, entry } => {
                let (name, initial) = &code.unknowns[entry as usize];
                let value = Fields { cx: self.cx }.unknown(
                    state,
                    name,
                    code.sorts[dst as usize],
                    *initial,
                )?;
                state.stack.top.set(dst, value);
            }
            Inst::IsSet { dst, array, index } => {
                let index = state.stack.top.get(index);
                let (store, object) = self.array(state, array)?;
                let set = object.is_set(store, index);
                let slot = self.cx.slot(set);
                state.stack.top.set(dst, slot);
            }
            _ => return Err(internal("an instruction that is none on objects")),
        }
        Ok(())
    }

    /// The array object of a handle, and the store for its terms.
    fn array<'s>(
        &'s mut self,
        state: &'s mut State,
        handle: Src,
    ) -> Result<(&'s mut TermStore, &'s mut ArrayObject), Stop> {
        let handle = state.stack.top.get(handle);
        // One of several where paths met that made other objects.
        let handle = self.cx.word(state, handle)?;
        let object = state.memory.arrays.get_mut(handle);
        let object = object.ok_or_else(|| internal("a handle of no array object"))?;
        Ok((&mut self.cx.store, object))
    }

    /// An element that is perhaps not set, on a path that knows that it is.
    fn as_known(&self, state: &State, element: Term) -> Term {
        let mut element = element;
        while self.cx.store.has_unspecified(element)
            && self.cx.store.op(element) == Some(Op::Ite)
            && let &[condition, value, _] = self.cx.store.args(element)
            && state.path.condition.contains(&condition)
        {
            element = value;
        }
        element
    }

    fn bound(&mut self, name: &str, sort: Sort) -> Term {
        self.cx.store.variable(&VarInfo { name: name.into(), sort, role: Role::Bound })
    }

    fn truth(&mut self, state: &mut State, cond: Src) -> Result<bool, Stop> {
        let slot = state.stack.top.get(cond);
        match slot.term {
            None => Ok(slot.lo & 1 == 1),
            Some(term) => self.cx.decide(state, term),
        }
    }

    fn binary(&mut self, state: &mut State, dst: R, op: Op, a: Src, b: Src) {
        self.apply(state, dst, op, &[a, b]);
    }

    fn bitwise(&mut self, state: &mut State, dst: R, [of_bools, of_bits]: [Op; 2], a: Src, b: Src) {
        let op = if state.stack.top.code.sort(a) == Sort::Bool { of_bools } else { of_bits };
        self.apply(state, dst, op, &[a, b]);
    }

    pub(crate) fn apply(&mut self, state: &mut State, dst: R, op: Op, args: &[Src]) {
        let mut terms = [None; 4];
        for (term, src) in terms.iter_mut().zip(args) {
            let sort = state.stack.top.code.sort(*src);
            *term = Some(self.cx.term(state.stack.top.get(*src), sort));
        }
        let result = match terms {
            [Some(a), None, ..] => self.cx.store.app(op, &[a]),
            [Some(a), Some(b), None, _] => self.cx.store.app(op, &[a, b]),
            [Some(a), Some(b), Some(c), None] => self.cx.store.app(op, &[a, b, c]),
            [Some(a), Some(b), Some(c), Some(d)] => self.cx.store.app(op, &[a, b, c, d]),
            _ => return,
        };
        let slot = self.cx.slot(result);
        state.stack.top.set(dst, slot);
    }

    fn generic(&mut self, state: &mut State, dst: R, generic: &Generic) -> Result<(), Stop> {
        let slots: Vec<Slot> = generic.args.iter().map(|s| state.stack.top.get(*s)).collect();
        let concrete: Option<Vec<u128>> = slots.iter().map(|s| s.concrete()).collect();
        if generic.op.is_floating_point() && state.rounding() != RoundingMode::NearestEven {
            return self.rounded(state, dst, generic, concrete);
        }
        if let Some(values) = concrete
            && let Some(value) = eval_scalar(generic.op, &generic.widths, &values)
        {
            state.stack.top.set(dst, Slot::wide(value));
            return Ok(());
        }
        // An integer that outgrows the machine's words becomes a term.
        if slots.iter().all(|s| s.term.is_none()) && !generic.op.is_integer() {
            self.cx.go_on_without(
                state,
                format!("the operator {} on these widths", generic.op.name()),
            )?;
            state.stack.top.set(dst, Slot::default());
            return Ok(());
        }
        let args = generic.args.clone();
        self.apply(state, dst, generic.op, &args);
        Ok(())
    }

    /// Replaces what is undefined in a value by the variables that it has at this step.
    fn renew(
        &mut self,
        state: &mut State,
        dst: R,
        a: Src,
        of_step: fn(&mut TermStore, Term, u64) -> Term,
    ) {
        let mut value = state.stack.top.get(a);
        if let Some(term) = value.term {
            let renewed = of_step(&mut self.cx.store, term, state.history.steps);
            value = self.cx.slot(renewed);
        }
        state.stack.top.set(dst, value);
    }

    fn alloc(&mut self, state: &mut State, dst: R, size: Src, align: u32) -> Result<(), Stop> {
        let size = self.cx.word(state, state.stack.top.get(size))?;
        if !state.take_stack(size, self.cx.job.stack) {
            let message = format!("a local variable of {size} bytes beyond the end of the stack");
            return Err(self.cx.failure(state, FindingKind::StackOverflow, message));
        }
        self.cx.limits().took(size)?;
        let base = self.cx.stack_object(state, size, align as u64);
        let base =
            base.ok_or_else(|| Stop::End(Ending::Unsupported("more stack objects".into())))?;
        state.stack.top.objects.push(base);
        state.stack.top.set(dst, Slot::word(base));
        Ok(())
    }

    /// Begins the life of a stack object of the running activation, or ends it. One that returns in another turn of a
    /// loop gets an address of its own, so that a use of a pointer from the turn before is seen.
    fn lifetime(
        &mut self,
        state: &mut State,
        address: Src,
        size: u64,
        life: Life,
    ) -> Result<(), Stop> {
        let base = state.stack.top.get(address).concrete().map(|a| a as u64);
        let place = base.and_then(|base| state.stack.top.objects.iter().rposition(|o| *o == base));
        let (Some(base), Some(place)) = (base, place) else { return Ok(()) };
        match life {
            Life::Returns
                if state.memory.object(base).is_none() || !self.cx.is_alive(state, base)? =>
            {
                let align = 1 << base.trailing_zeros().min(LARGEST_ALIGNMENT);
                match self.cx.stack_object(state, size, align) {
                    Some(home) if address.0 & Src::CONST == 0 => {
                        state.stack.top.objects[place] = home;
                        state.stack.top.set(address.0, Slot::word(home));
                    }
                    _ => state.memory.begin(base, size),
                }
            }
            Life::Begins | Life::Returns => state.memory.begin(base, size),
            Life::Ends => state.memory.release(base),
            Life::Unread => {}
            Life::EndsWithYounger => {
                for base in state.stack.top.objects.split_off(place) {
                    let size = state.memory.object(base).map_or(0, |object| object.size);
                    state.memory.release(base);
                    state.give_stack(size);
                    state.stack.top.objects.push(base);
                }
            }
        }
        Ok(())
    }

    fn switch(
        &mut self,
        state: &mut State,
        code: &Code,
        value: Src,
        entry: u32,
    ) -> Result<u32, Stop> {
        let switch = &code.switches[entry as usize];
        let slot = state.stack.top.get(value);
        let Some(term) = slot.term else { return Ok(switch.target(slot.bits())) };
        let mut matched = Vec::new();
        let mut sides = Vec::with_capacity(switch.targets.len());
        for target in &switch.targets[..switch.targets.len() - 1] {
            let mut equals = Vec::new();
            for (case, _) in switch.cases.iter().filter(|(_, to)| to == target) {
                let constant = self.cx.store.bits(switch.width, *case);
                equals.push(self.cx.store.eq(term, constant));
            }
            let any = self.cx.store.or_all(&equals);
            matched.push(any);
            sides.push(any);
        }
        let any = self.cx.store.or_all(&matched);
        let mut default = self.cx.store.not(any);
        for (case, _) in switch.cases.iter().filter(|(_, to)| *to == switch.default) {
            let constant = self.cx.store.bits(switch.width, *case);
            let equal = self.cx.store.eq(term, constant);
            default = self.cx.store.or(default, equal);
        }
        sides.push(default);
        let side = self.cx.choose(state, &sides)?;
        Ok(switch.targets[side])
    }
}

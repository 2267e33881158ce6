//! One instruction in full generality: symbolic operands, calls, memory that is not plain.

use crate::code::{CallSite, Code, Generic, Inst, R, Src};
use crate::data::input::{Input, InputKind};
use crate::data::slot::Slot;
use crate::data::stop::{CutReason, Ending, Stop, internal};
use crate::machine::access::Access;
use crate::machine::schedule::Scheduling;
use crate::machine::{Context, Flow, Forks};
use crate::memory::arrays::ArrayObject;
use crate::memory::object::ObjectKind;
use crate::memory::{Layout, unspecified};
use crate::state::State;
use crate::state::frame::{FRAME_BYTES, Frame};
use crate::state::threads::{Step, jumps};
use effigy_base::eval::eval_scalar;
use effigy_base::finding::FindingKind;
use effigy_base::id::Id;
use effigy_base::op::{Op, RoundingMode};
use effigy_base::sort::Sort;
use effigy_ir::function::Life;
use effigy_ir::program::FuncId;
use effigy_term::{Role, Term, TermStore, VarInfo};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The logarithm of the largest alignment that a stack object keeps when its life begins again: a page.
const LARGEST_ALIGNMENT: u32 = 12;

impl Context {
    /// Executes the instruction at which the state stands.
    ///
    /// # Errors
    /// When the state forks or ends; on a fork the state still stands at the instruction.
    pub(crate) fn step_slowly(&mut self, state: &mut State, code: &Rc<Code>) -> Result<(), Stop> {
        state.answers.cursor = 0;
        if state.answers.choices.is_empty() {
            state.path.entered = state.path.condition.len();
        }
        let at = state.stack.top.at;
        let inst =
            *code.insts.get(at as usize).ok_or_else(|| internal("control ran off a function"))?;
        self.repeatable = true;
        let mut executed = self.execute(state, code, inst);
        while let Err(Stop::Pause) = executed {
            state.answers.cursor = 0;
            executed = self.execute(state, code, inst);
        }
        self.repeatable = false;
        let next = executed?;
        if state.answers.cursor != state.answers.choices.len() {
            return Err(internal("an instruction that is executed again asked less than before"));
        }
        state.answers.choices.clear();
        state.history.steps += 1;
        if let Some(next) = next {
            state.stack.top.at = next;
            // A block may begin right behind the branch that leads to it.
            code.covered.mark(next);
            if state.threads.turn_is_over(state.history.steps) && jumps(&inst) {
                Scheduling { cx: self }.end_turn(state)?;
            }
        }
        Ok(())
    }

    /// Executes an instruction; gives the next one, or `None` when the activation changed.
    fn execute(
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
                    Scheduling { cx: self }.own_global(state, state.stack.top.get(a).lo)?;
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
            Inst::Call { entry } => return self.call_site(state, code, entry),
            Inst::Return { values } => {
                let values: Vec<Slot> =
                    code.list(values).iter().map(|s| state.stack.top.get(*s)).collect();
                return self.leave(state, values).map(|()| None);
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
                    Access { cx: self }.load(state, addr, mask, code.sorts[dst as usize])?;
                state.stack.top.set(dst, value);
            }
            Inst::Store { addr, value, mask, .. } => {
                let (addr, sort) = (state.stack.top.get(addr), code.sort(value));
                let value = state.stack.top.get(value);
                Access { cx: self }.store_value(state, addr, mask, value, sort)?;
            }
            Inst::Lifetime { address, entry } => {
                let (size, life) = code.lifetimes[entry as usize];
                self.lifetime(state, address, size, life);
            }
            Inst::Alloc { dst, size, align } => self.alloc(state, dst, size, align)?,
            Inst::Copy { dst, src, len, apart } => {
                let len = self.word(state, state.stack.top.get(len))?;
                let (dst, src) = (state.stack.top.get(dst), state.stack.top.get(src));
                Access { cx: self }.copy(state, dst, src, len, apart)?;
            }
            Inst::Fill { dst, value, len } => {
                let len = self.word(state, state.stack.top.get(len))?;
                let (dst, value) = (state.stack.top.get(dst), state.stack.top.get(value));
                Access { cx: self }.fill(state, dst, value, len)?;
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
                let term = self.term(cond, Sort::Bool);
                let before = state.path.condition.len();
                self.assume(state, term)?;
                self.note_assumption(state, before);
            }
            Inst::Check { cond, entry } => {
                if !self.truth(state, cond)? {
                    let (kind, message) = &code.failures[entry as usize];
                    return Err(self.failure(state, *kind, message.clone()));
                }
            }
            Inst::Fail { entry } => {
                let (kind, message) = &code.failures[entry as usize];
                return Err(self.failure(state, *kind, message.clone()));
            }
            Inst::Unsupported { entry } => {
                self.go_on_without(state, code.unsupported[entry as usize].clone())?;
            }
            Inst::Assert { cond, entry, .. } => {
                if !self.truth(state, cond)? {
                    let (kind, message) = &code.failures[entry as usize];
                    return Err(self.failure(state, *kind, message.clone()));
                }
            }
            Inst::Mark { .. } => {
                state.history.statements += 1;
                if self.job.budget.steps.is_some_and(|limit| state.history.statements > limit) {
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
                    false => self.input(state, name, sort),
                };
                let slot = self.slot(term);
                state.stack.top.set(dst, slot);
            }
            Inst::Array { dst, entry } => {
                let (index, element, symbolic) = &code.arrays[entry as usize];
                let handle = match symbolic {
                    None => state.memory.arrays.create(*index, *element),
                    Some(name) => {
                        let sort = Sort::Array { index: *index, element: *element };
                        let values = self.input(state, name, sort);
                        let handle = state.memory.arrays.create_from(&self.store, values);
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
                let slot = self.slot(element);
                state.stack.top.set(dst, slot);
            }
            Inst::Put { array, index, value } => {
                let (index, value) = (state.stack.top.get(index), state.stack.top.get(value));
                let value = self.assigned(value);
                let (store, object) = self.array(state, array)?;
                object.put(store, index, value);
            }
            Inst::Get { dst, field, keys } => {
                let element = self.get(state, field, code.list(keys))?;
                state.stack.top.set(dst, element);
            }
            Inst::Set { field, keys, value } => self.set(state, field, code.list(keys), value),
            Inst::Create { dst } => {
                let reference = state.memory.functions.create();
                state.stack.top.set(dst, Slot::wide(reference));
            }
            Inst::Unknown { dst, entry } => {
                let (name, initial) = &code.unknowns[entry as usize];
                let value = self.unknown(state, name, code.sorts[dst as usize], *initial)?;
                state.stack.top.set(dst, value);
            }
            Inst::IsSet { dst, array, index } => {
                let index = state.stack.top.get(index);
                let (store, object) = self.array(state, array)?;
                let set = object.is_set(store, index);
                let slot = self.slot(set);
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
        let handle = self.word(state, handle)?;
        let object = state.memory.arrays.get_mut(handle);
        let object = object.ok_or_else(|| internal("a handle of no array object"))?;
        Ok((&mut self.store, object))
    }

    /// An element that is perhaps not set, on a path that knows that it is.
    fn as_known(&self, state: &State, element: Term) -> Term {
        let mut element = element;
        while self.store.has_unspecified(element)
            && self.store.op(element) == Some(Op::Ite)
            && let &[condition, value, _] = self.store.args(element)
            && state.path.condition.contains(&condition)
        {
            element = value;
        }
        element
    }

    /// Puts terms for variables wherever the path refers to them, but for its inputs: registers, array objects, results
    /// and path condition.
    pub fn substitute(&mut self, state: &mut State, sigma: &FxHashMap<Term, Term>) {
        let mut change = |term: Term| {
            let term = self.store.substitute(term, sigma);
            self.slot(term)
        };
        let mut frame = Some(&mut state.stack.top);
        while let Some(current) = frame {
            for slot in &mut current.regs {
                if let Some(term) = slot.term {
                    *slot = change(term);
                }
            }
            frame = current.caller.as_mut().map(Rc::make_mut);
        }
        for handle in state.memory.arrays.handles() {
            if let Some(object) = state.memory.arrays.get_mut(handle) {
                object.map_terms(&mut change);
            }
        }
        state.memory.functions.map_terms(&mut change);
        for (_, slot, _) in Rc::make_mut(&mut state.history.outputs) {
            if let Some(term) = slot.term {
                *slot = change(term);
            }
        }
        state.path.set.set(None);
        for conjunct in &mut state.path.condition {
            *conjunct = self.store.substitute(*conjunct, sigma);
        }
        state.path.model = None;
        state.path.models.clear();
    }

    /// The input of this name: its given value, or a symbol, made when the path does not have it yet.
    pub fn input(&mut self, state: &mut State, name: &str, sort: Sort) -> Term {
        self.input_of(state, name, sort, Role::Input)
    }

    /// As [`Context::input`], of a symbol with this role.
    pub(crate) fn input_of(
        &mut self,
        state: &mut State,
        name: &str,
        sort: Sort,
        role: Role,
    ) -> Term {
        let is_it = |i: &Input| i.kind == InputKind::Object && i.name == name;
        if let Some(index) = state.inputs.iter().position(is_it)
            && let &[term] = state.inputs[index].terms.as_slice()
            && self.store.sort(term) == sort
        {
            // From here on every path has it.
            if state.kept.made.contains_key(&index) {
                Rc::make_mut(&mut state.kept.made).remove(&index);
            }
            return term;
        }
        let given = self.job.given.iter().find(|(n, _)| n == name);
        let given = given.and_then(|(_, value)| value.to_sort(sort));
        let info = VarInfo { name: name.into(), sort, role };
        let term = self.input_value(state, &info, given);
        // A given one too, so that later inputs of the name are numbered.
        let input =
            Input { kind: InputKind::Object, name: name.into(), terms: vec![term], number: true };
        Rc::make_mut(&mut state.inputs).push(input);
        term
    }

    fn bound(&mut self, name: &str, sort: Sort) -> Term {
        self.store.variable(&VarInfo { name: name.into(), sort, role: Role::Bound })
    }

    /// The term of a slot.
    pub fn term(&mut self, slot: Slot, sort: Sort) -> Term {
        match slot.term {
            Some(term) => term,
            None => self.literal(sort, slot.bits()),
        }
    }

    /// The slot of a term: concrete when the term is constant.
    pub fn slot(&self, term: Term) -> Slot {
        match self.constant(term) {
            Some(value) => Slot::wide(value),
            None => Slot::symbolic(term),
        }
    }

    /// The concrete value of a 64-bit slot on this path; forks over all that it can have.
    pub(crate) fn word(&mut self, state: &mut State, slot: Slot) -> Result<u64, Stop> {
        match slot.term {
            None => Ok(slot.lo),
            Some(term) => self.pick_value(state, term).map(|v| v as u64),
        }
    }

    fn truth(&mut self, state: &mut State, cond: Src) -> Result<bool, Stop> {
        let slot = state.stack.top.get(cond);
        match slot.term {
            None => Ok(slot.lo & 1 == 1),
            Some(term) => self.decide(state, term),
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
            *term = Some(self.term(state.stack.top.get(*src), sort));
        }
        let result = match terms {
            [Some(a), None, ..] => self.store.app(op, &[a]),
            [Some(a), Some(b), None, _] => self.store.app(op, &[a, b]),
            [Some(a), Some(b), Some(c), None] => self.store.app(op, &[a, b, c]),
            [Some(a), Some(b), Some(c), Some(d)] => self.store.app(op, &[a, b, c, d]),
            _ => return,
        };
        let slot = self.slot(result);
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
            self.go_on_without(
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
            let renewed = of_step(&mut self.store, term, state.history.steps);
            value = self.slot(renewed);
        }
        state.stack.top.set(dst, value);
    }

    fn alloc(&mut self, state: &mut State, dst: R, size: Src, align: u32) -> Result<(), Stop> {
        let size = self.word(state, state.stack.top.get(size))?;
        if !state.take_stack(size, self.job.stack) {
            let message = format!("a local variable of {size} bytes beyond the end of the stack");
            return Err(self.failure(state, FindingKind::StackOverflow, message));
        }
        self.limits().took(size)?;
        let base = self.stack_object(state, size, align as u64);
        let base =
            base.ok_or_else(|| Stop::End(Ending::Unsupported("more stack objects".into())))?;
        state.stack.top.objects.push(base);
        state.stack.top.set(dst, Slot::word(base));
        Ok(())
    }

    /// A new stack object.
    pub(crate) fn stack_object(&self, state: &mut State, size: u64, align: u64) -> Option<u64> {
        state.memory.allocate_by(ObjectKind::Stack, size, align, self.job.alignments)
    }

    /// Begins the life of a stack object of the running activation, or ends it. One that returns in another turn of a
    /// loop gets an address of its own, so that a use of a pointer from the turn before is seen.
    fn lifetime(&mut self, state: &mut State, address: Src, size: u64, life: Life) {
        let Some(base) = state.stack.top.get(address).concrete().map(|a| a as u64) else { return };
        let Some(place) = state.stack.top.objects.iter().rposition(|o| *o == base) else { return };
        match life {
            Life::Returns if state.memory.object(base).is_none() => {
                let align = 1 << base.trailing_zeros().min(LARGEST_ALIGNMENT);
                match self.stack_object(state, size, align) {
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
                let constant = self.store.bits(switch.width, *case);
                equals.push(self.store.eq(term, constant));
            }
            let any = self.store.or_all(&equals);
            matched.push(any);
            sides.push(any);
        }
        let any = self.store.or_all(&matched);
        let mut default = self.store.not(any);
        for (case, _) in switch.cases.iter().filter(|(_, to)| *to == switch.default) {
            let constant = self.store.bits(switch.width, *case);
            let equal = self.store.eq(term, constant);
            default = self.store.or(default, equal);
        }
        sides.push(default);
        let side = self.choose(state, &sides)?;
        Ok(switch.targets[side])
    }

    fn call_site(
        &mut self,
        state: &mut State,
        code: &Code,
        entry: u32,
    ) -> Result<Option<u32>, Stop> {
        let site = &code.calls[entry as usize];
        let function = match site.function {
            Some(function) => function,
            None => self.callee(state, code, site)?,
        };
        let args: Vec<Slot> = site.args.iter().map(|a| state.stack.top.get(*a)).collect();
        self.enter_function(state, site, function, args)
    }

    /// The function at the address that an indirect call goes to.
    fn callee(&mut self, state: &mut State, code: &Code, site: &CallSite) -> Result<FuncId, Stop> {
        let slot = state.stack.top.get(site.address);
        let address = self.word(state, slot)?;
        let index = Layout::function_at(address).filter(|i| *i < self.job.program.functions.len());
        match index.map(FuncId::from_index) {
            Some(function) => match self.mismatch(code, site, function) {
                None => Ok(function),
                Some(message) => Err(self.failure(state, FindingKind::BadCall, message)),
            },
            None if address < crate::memory::NULL_PAGE => {
                Err(self.failure(state, FindingKind::Null, "a call through a null pointer"))
            }
            None => {
                // Nobody knows what a variable without definition is.
                if let Some(index) = self.job.layout.global_at(address) {
                    self.global_on(state, index)?;
                }
                let message = "a call through a pointer that is no function's address";
                Err(self.failure(state, FindingKind::BadCall, message))
            }
        }
    }

    /// What of a call does not fit the function that it reaches. A function that is declared without parameters
    /// may be one whose list of them is not known. A result that is not used fits every function.
    fn mismatch(&self, code: &Code, site: &CallSite, function: FuncId) -> Option<String> {
        let decl = &self.job.program.functions[function];
        let (given, wanted) = (site.sorts.len(), decl.params.len());
        let name = &decl.display;
        let listed = wanted > 0 || decl.defined;
        if given < wanted || given > wanted && listed && !decl.variadic {
            return Some(format!("a call of {name} with {given} arguments in place of {wanted}"));
        }
        let differs = |(a, b): (&Sort, &Sort)| a != b;
        if let Some(at) = site.sorts.iter().zip(&decl.params).position(differs) {
            let (a, b) = (site.sorts[at], decl.params[at]);
            return Some(format!("a call of {name} with {a} as argument {at} in place of {b}"));
        }
        let results = site.results.iter().map(|r| &code.sorts[*r as usize]);
        let fits = site.results.is_empty()
            || site.results.len() == decl.results.len() && results.eq(decl.results.iter());
        (!fits).then(|| format!("a call of {name} for a result of another type"))
    }

    /// Calls a function or its model.
    pub(crate) fn enter_function(
        &mut self,
        state: &mut State,
        site: &CallSite,
        function: FuncId,
        mut args: Vec<Slot>,
    ) -> Result<Option<u32>, Stop> {
        let mut function = function;
        if let Some(handler) = self.handler(function) {
            match self.ask_or_take(state, site, function, handler, &args)? {
                Flow::Return(results) => {
                    state.threads.went_on();
                    return Ok(Some(returned(state, site, results)));
                }
                Flow::Tail(other, others) => (function, args) = (other, others),
                Flow::Through => {}
                Flow::Thread(step) => {
                    if let Step::Rest(results, _) = &step {
                        state.stack.top.at = returned(state, site, results.clone());
                    }
                    return Scheduling { cx: self }.thread_step(state, step).map(|()| None);
                }
                Flow::Unwind(exception) => {
                    return self.unwind_stack(state, exception).map(|()| None);
                }
                Flow::Leap(place, value) => return self.leap(state, place, value).map(|()| None),
            }
            state.threads.went_on();
        }
        let decl = &self.job.program.functions[function];
        if !decl.defined {
            let what = format!("the external function {}", decl.display);
            let results = self.chosen_results(state, site, &args, what)?;
            return Ok(Some(returned(state, site, results)));
        }
        if let Some(calls) = self.features.calls.clone()
            && let Some(results) = calls.results(self, state, function, &args)?
        {
            return Ok(Some(returned(state, site, results)));
        }
        if state.stack.bytes.saturating_add(FRAME_BYTES) > self.job.stack {
            let message = format!("more than {} nested calls", state.stack.frames);
            return Err(self.failure(state, FindingKind::StackOverflow, message));
        }
        let code = match self.code(function) {
            Err(Stop::End(Ending::Unsupported(what))) => {
                let results = self.chosen_results(state, site, &args, what)?;
                return Ok(Some(returned(state, site, results)));
            }
            code => code?,
        };
        let caller = std::mem::replace(&mut state.stack.top, self.frame(code.clone(), None));
        state.stack.top.caller = Some(Rc::new(caller));
        state.stack.frames += 1;
        state.stack.bytes += FRAME_BYTES;
        for (param, arg) in code.params.iter().zip(&args) {
            state.stack.top.set(*param, *arg);
        }
        if args.len() > code.params.len() {
            let extra = args.iter().copied().zip(site.sorts.iter().copied());
            state.stack.top.variadic = extra.skip(code.params.len()).collect();
        }
        code.covered.mark(0);
        Ok(None)
    }

    /// Returns from the running activation.
    fn leave(&mut self, state: &mut State, values: Vec<Slot>) -> Result<(), Stop> {
        let Some(caller) = state.stack.top.caller.clone() else {
            let status = values.first().copied().unwrap_or_default();
            return Err(self.exit(state, status));
        };
        self.drop_activation(state, caller);
        let code = state.stack.top.code.clone();
        state.stack.top.at = match code.insts.get(state.stack.top.at as usize) {
            Some(Inst::Call { entry }) => returned(state, &code.calls[*entry as usize], values),
            _ => state.stack.top.at + 1,
        };
        Ok(())
    }

    /// Ends the running activation, so that its caller runs.
    pub(crate) fn drop_activation(&mut self, state: &mut State, caller: Rc<Frame>) {
        for base in std::mem::take(&mut state.stack.top.objects) {
            state.memory.release(base);
        }
        state.stack.top.caller = None;
        let caller = Rc::try_unwrap(caller).unwrap_or_else(|shared| (*shared).clone());
        let mut left: Frame = std::mem::replace(&mut state.stack.top, caller);
        self.spare.push(std::mem::take(&mut left.regs));
        state.stack.frames -= 1;
        state.stack.bytes = state.stack.bytes.saturating_sub(left.stack_bytes);
    }

    /// The end of a program with this status. A symbolic status is no decision: the status of the ending is one that it
    /// can have, and the state keeps the term.
    pub(crate) fn exit(&mut self, state: &mut State, status: Slot) -> Stop {
        match self.status(state, status) {
            Ok(value) => Stop::End(Ending::Exit(value as i32)),
            Err(stop) => stop,
        }
    }

    fn status(&mut self, state: &mut State, status: Slot) -> Result<u64, Stop> {
        let Some(term) = status.term.filter(|_| state.failing.is_none()) else {
            return self.word(state, status);
        };
        let term = self.settled_one(state, term, unspecified::BRANCH)?;
        if let Some(value) = self.constant(term) {
            return Ok(value as u64);
        }
        if self.forks == Forks::Together {
            state.status = Some(term);
            return Ok(0);
        }
        let model = self.model(state)?;
        state.status = Some(term);
        Ok(self.evaluate(term, &model)? as u64)
    }
}

/// Gives a call its results; the instruction behind it.
pub(crate) fn returned(state: &mut State, site: &CallSite, results: Vec<Slot>) -> u32 {
    for (dst, value) in site.results.iter().zip(results) {
        state.stack.top.set(*dst, value);
    }
    if let Some((dst, _)) = site.catches {
        state.stack.top.set(dst, Slot::word(0));
    }
    state.stack.top.at + 1
}

//! What the model of an external function can ask of the machine and do to the path.

mod objects;

use crate::code::R;
use crate::data::finding::{Failure, Goal, StackFrame};
use crate::data::input::{Input, InputKind, given, little_endian};
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop, unchecked};
use crate::machine::access::Access;
use crate::machine::input::{add_input, input_name};
use crate::machine::meaning::fails_behind;
use crate::machine::schedule::Scheduling;
use crate::machine::truths::truths;
use crate::machine::{Context, Flow, Forks, Job};
use crate::memory::bytes::{put_bytes, store_at};
use crate::memory::object::Piece;
use crate::state::State;
use crate::state::extension::Extension;
use crate::state::threads::{Resumed, ThreadId, Threads};
use effigy_base::assumption::AssumptionKind;
use effigy_base::check::Check;
use effigy_base::finding::FindingKind;
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_ir::program::{FuncId, Program};
use effigy_term::{Role, Term, TermStore, VarInfo};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Bytes that the variable of a symbolic byte takes: name, term, place in memory.
const BYTES_OF_VARIABLE: u64 = 300;

/// What a finding says that is about a size that a function is given, of which it may use less.
pub const GIVEN_ROOM: &str = ", the size that the function is given";

/// A call that a model answers.
pub struct Call<'a> {
    pub(super) context: &'a mut Context,
    pub(super) state: &'a mut State,
    pub(super) args: &'a [Slot],
    pub(super) sorts: &'a [Sort],
    pub(super) function: Option<FuncId>,
    pub(super) floats: Option<u64>,
    pub(super) results: &'a [R],
    pub(super) changed: bool,
    pub(super) is_uncovered: Cell<bool>,
}

/// What a model said.
pub(crate) struct Asked {
    pub(crate) flow: Result<Flow, Stop>,
    /// Whether it does not cover what it was asked.
    pub(crate) is_uncovered: bool,
    /// Whether it changed anything.
    pub(crate) changed: bool,
}

impl<'a> Call<'a> {
    pub(crate) fn at_start(context: &'a mut Context, state: &'a mut State) -> Self {
        Self {
            context,
            state,
            args: &[],
            sorts: &[],
            function: None,
            floats: None,
            results: &[],
            changed: false,
            is_uncovered: Cell::new(false),
        }
    }

    /// The machine and the path.
    pub(crate) fn parts(&self) -> (&Context, &State) {
        (self.context, self.state)
    }

    /// The machine and the path, to be changed.
    pub(crate) fn parts_mut(&mut self) -> (&mut Context, &mut State) {
        self.changed = true;
        (self.context, self.state)
    }

    /// The number of arguments.
    pub fn arg_count(&self) -> usize {
        self.args.len()
    }

    /// An argument; zero when there is none.
    pub fn arg(&self, index: usize) -> Slot {
        self.args.get(index).copied().unwrap_or_default()
    }

    /// The sort of an argument; 64 bits when there is none.
    pub fn arg_sort(&self, index: usize) -> Sort {
        self.sorts.get(index).copied().unwrap_or(Sort::BitVec(64))
    }

    /// Whether an argument is a float, where that is known.
    pub fn is_float(&self, index: usize) -> Option<bool> {
        self.floats.filter(|_| index < 64).map(|floats| floats >> index & 1 == 1)
    }

    /// Whether the program may read what the call returns.
    pub fn is_read(&self) -> bool {
        let top = &self.state.stack.top;
        let live = top.code.registers().live_at(&top.code, top.at + 1, false);
        self.results.iter().any(|result| live.all.contains(*result))
    }

    /// An argument as a concrete number; forks over all that it can be.
    ///
    /// # Errors
    /// When the path forks.
    pub fn word(&mut self, index: usize) -> Result<u64, Stop> {
        self.concrete(self.arg(index))
    }

    /// Ends the program with the status in an argument, of which the system keeps the low 8 bits.
    pub fn exit(&mut self, index: usize) -> Stop {
        let (status, sort) = (self.arg(index), self.arg_sort(index));
        let low = match status.term {
            None => Slot::word(status.lo & 0xff),
            Some(term) if sort.width().is_some_and(|width| width > 8) => {
                let low = self.context.store.extract(7, 0, term);
                self.context.slot(low)
            }
            Some(_) => status,
        };
        self.context.exit(self.state, low)
    }

    /// Ends the path when so many bytes more do not fit into the memory of the run. To be asked before what takes much.
    ///
    /// # Errors
    /// The path is cut by the memory budget.
    pub fn afford(&self, bytes: u64) -> Result<(), Stop> {
        self.context.limits().afford(bytes)
    }

    /// Ends the path when the run is stopped. To be asked in each round of a loop whose length the program chooses.
    ///
    /// # Errors
    /// The path is cut for the reason that stops the run.
    pub fn go_on(&self, round: u64) -> Result<(), Stop> {
        self.context.limits().go_on(round)
    }

    /// Charges work on so many values that no read of a byte counts; whether the run is stopped, so that the model need not go on:
    /// its path is cut behind the call.
    pub fn work(&self, amount: u64) -> bool {
        self.context.limits().work(amount)
    }

    /// A slot as a concrete number; forks over all that it can be.
    ///
    /// # Errors
    /// When the path forks.
    pub fn concrete(&mut self, slot: Slot) -> Result<u64, Stop> {
        self.context.word(self.state, slot)
    }

    /// The constants that a word of at most 64 bits is a choice of; `None` when they are many, or it can be something else.
    pub fn constants(&self, word: Term) -> Option<BTreeSet<u64>> {
        self.context.constants(word)
    }

    /// The term of a slot.
    pub fn term(&mut self, slot: Slot, sort: Sort) -> Term {
        self.context.term(slot, sort)
    }

    /// The slot of a term.
    pub fn slot(&self, term: Term) -> Slot {
        self.context.slot(term)
    }

    /// The term store.
    pub fn store(&mut self) -> &mut TermStore {
        &mut self.context.store
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.context.job.program
    }

    /// The function that is modelled; `None` at the start of a path.
    pub fn function(&self) -> Option<FuncId> {
        self.function
    }

    /// Sorts of the parameters of the job's entry.
    pub fn entry_params(&self) -> Vec<Sort> {
        self.context.job.program.functions[self.context.job.entry].params.clone()
    }

    /// The name that the source has for a parameter of the job's entry, where that is known.
    pub fn entry_parameter(&self, index: usize) -> Option<String> {
        let body = self.context.job.program.body(self.context.job.entry).ok()?;
        body.parameter_name(*body.params.get(index)?).map(str::to_owned)
    }

    /// Whether the run was given an input of this name.
    pub fn is_given(&self, name: &str) -> bool {
        let Job { given, given_bytes, .. } = &self.context.job;
        given.iter().any(|(known, _)| known == name)
            || given_bytes.iter().any(|(_, known, _)| known == name)
    }

    /// Linkage name of the job's entry.
    pub fn entry_name(&self) -> String {
        self.context.job.program.functions[self.context.job.entry].name.clone()
    }

    /// Width in bits of the modelled function's first result; 64 when it has none.
    pub fn result_width(&self) -> u32 {
        let decl = self.function.map(|f| &self.context.job.program.functions[f]);
        decl.and_then(|d| d.results.first()?.width()).unwrap_or(64)
    }

    /// The address of a global, by linkage name.
    pub fn global_address(&self, name: &str) -> Option<u64> {
        let id = self.context.job.program.global_named(name)?;
        Some(self.context.job.layout.global(id.index()))
    }

    /// Whether a condition holds on this path; forks when both are possible.
    ///
    /// # Errors
    /// When the path forks.
    pub fn decide(&mut self, condition: Term) -> Result<bool, Stop> {
        self.context.decide(self.state, condition)
    }

    /// Goes on under a condition.
    ///
    /// # Errors
    /// When the path contradicts it.
    pub fn assume(&mut self, condition: Term) -> Result<(), Stop> {
        let before = self.state.path.condition.len();
        self.context.assume(self.state, condition)?;
        self.context.note_assumption(self.state, before);
        Ok(())
    }

    /// Comes to the marked place that is called ([`crate::features::route`]).
    pub(crate) fn pass_marker(&mut self) -> Result<(), Stop> {
        match self.function {
            Some(marker) => {
                let argument = self.arg(0);
                match self.context.features.marks.clone() {
                    Some(marks) => marks.passes(self.context, self.state, marker, argument),
                    None => Ok(()),
                }
            }
            None => Ok(()),
        }
    }

    /// Reads memory.
    ///
    /// # Errors
    /// When the access is a finding or the path forks.
    pub fn load(&mut self, addr: Slot, sort: Sort) -> Result<Slot, Stop> {
        Access { cx: self.context }.load(self.state, addr, 0, sort)
    }

    /// Writes memory.
    ///
    /// # Errors
    /// When the access is a finding or the path forks.
    pub fn store_value(&mut self, addr: Slot, value: Slot, sort: Sort) -> Result<(), Stop> {
        Access { cx: self.context }.store_value(self.state, addr, 0, value, sort)?;
        self.changed = true;
        Ok(())
    }

    /// Checks an access and gives its concrete address; forks over the addresses that are possible.
    ///
    /// # Errors
    /// When the access is a finding or the path forks.
    pub fn address(&mut self, addr: Slot, len: u64, write: bool) -> Result<u64, Stop> {
        if len == 0 {
            return self.concrete(addr);
        }
        Access { cx: self.context }.address(self.state, addr, len, write)
    }

    /// As [`Self::address`] for the whole of the room that the function is told to have, whatever it uses of it. A finding
    /// says so: a native run shows what is used.
    ///
    /// # Errors
    /// When the access is a finding or the path forks.
    pub fn given_room(&mut self, addr: Slot, len: u64, write: bool) -> Result<u64, Stop> {
        self.address(addr, len, write).map_err(|stop| match stop {
            Stop::End(Ending::Finding(mut failure)) => {
                failure.message.push_str(GIVEN_ROOM);
                Stop::End(Ending::Finding(failure))
            }
            stop => stop,
        })
    }

    /// Copies bytes, also between overlapping ranges.
    ///
    /// # Errors
    /// When an access is a finding or the path forks.
    pub fn copy(&mut self, dst: Slot, src: Slot, len: u64) -> Result<(), Stop> {
        Access { cx: self.context }.copy(self.state, dst, src, len, false)?;
        self.changed = true;
        Ok(())
    }

    /// Copies bytes between ranges that are the same or do not overlap.
    ///
    /// # Errors
    /// When an access or an overlap is a finding or the path forks.
    pub fn copy_apart(&mut self, dst: Slot, src: Slot, len: u64) -> Result<(), Stop> {
        Access { cx: self.context }.copy(self.state, dst, src, len, true)?;
        self.changed = true;
        Ok(())
    }

    /// Sets bytes to one value.
    ///
    /// # Errors
    /// When the access is a finding or the path forks.
    pub fn fill(&mut self, dst: Slot, value: Slot, len: u64) -> Result<(), Stop> {
        Access { cx: self.context }.fill(self.state, dst, value, len)?;
        self.changed = true;
        Ok(())
    }

    /// Reads one byte of a checked address: concrete or a term of 8 bits; zero when the run is stopped, whose path is cut behind
    /// the call.
    pub fn byte(&mut self, address: u64) -> Slot {
        if self.context.limits().work(1) {
            return Slot::word(0);
        }
        Access { cx: self.context }.read_at(self.state, address, 1)
    }

    /// Ends the path when the memory of the run is used up. To be asked when bytes may have been taken, or will be as they
    /// are written.
    ///
    /// # Errors
    /// The path is cut by the memory budget.
    pub fn took(&self, bytes: u64) -> Result<(), Stop> {
        self.context.limits().took(bytes)
    }

    /// Reads bytes of a checked range. A symbolic byte is forked over all that it can be.
    ///
    /// # Errors
    /// When the path forks.
    pub fn bytes(&mut self, address: u64, len: u64) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::with_capacity(len.min(1 << 20) as usize);
        self.context.limits().afford(len)?;
        for at in address..address.saturating_add(len) {
            self.context.limits().go_on(at)?;
            let slot = self.byte(at);
            bytes.push(self.concrete(slot)? as u8);
        }
        Ok(bytes)
    }

    /// What a checked range holds, without a decision.
    pub fn pieces(&self, address: u64, len: u64) -> Vec<Piece> {
        match self.state.memory.object(address) {
            Some(object) if len > 0 => object.pieces(address - object.base, len),
            _ => Vec::new(),
        }
    }

    /// Writes concrete bytes to a checked range.
    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.changed = true;
            put_bytes(&mut self.context.store, &mut self.state.memory, address, bytes);
        }
    }

    /// Writes one byte, symbolic or not, to a checked address.
    pub fn write_byte(&mut self, address: u64, value: Slot) {
        self.changed = true;
        if !self.context.limits().work(1) {
            store_at(&mut self.context.store, &mut self.state.memory, address, 1, value);
        }
    }

    /// Ends the path in a finding at the call.
    pub fn fail(&self, kind: FindingKind, message: impl Into<String>) -> Stop {
        self.context.failure(self.state, kind, message)
    }

    /// Ends the path because the model does not cover what is asked.
    pub fn unsupported(&self, what: impl Into<String>) -> Stop {
        self.is_uncovered.set(true);
        Stop::End(Ending::Unsupported(what.into()))
    }

    /// Whether errors of this kind are findings.
    pub fn finds(&self, kind: FindingKind) -> bool {
        self.context.job.checks.finds(kind)
    }

    /// Begins to fail: the program's own code goes on, on the values of one model, until it ends itself; the
    /// path then ends in this finding.
    ///
    /// # Errors
    /// When the solver gives no model.
    pub fn begin_failure(
        &mut self,
        kind: FindingKind,
        message: impl Into<String>,
    ) -> Result<(), Stop> {
        let stack = self.context.stack(self.state);
        self.begin(Failure { kind, message: message.into(), reported_at: None, stack })
    }

    /// As [`Call::begin_failure`], of a failure that happened before.
    ///
    /// # Errors
    /// When the solver gives no model.
    pub fn begin(&mut self, failure: Failure) -> Result<(), Stop> {
        if !self.context.job.checks.finds(failure.kind) {
            return Err(Stop::End(unchecked(failure.kind, &failure.message)));
        }
        if self.context.forks == Forks::Together {
            // What the program says about its failure is found when it is run on the values of a model.
            return Err(self.end_failure(failure));
        }
        if self.state.failing.is_none() {
            let way = self.context.features.way.as_ref();
            let model = match way.and_then(|way| way.values()) {
                Some(values) => values,
                None => self.context.canonical_model(self.state)?,
            };
            self.state.path.model = Some(model);
            self.state.failing = Some(Rc::new(failure));
        }
        Ok(())
    }

    /// Says more of the failure that has begun: the path goes on and ends in it.
    pub fn tell_failure(&mut self, failure: Failure) {
        if self.state.failing.is_some() {
            self.state.failing = Some(Rc::new(failure));
        }
    }

    /// The failure that has begun.
    pub fn failing(&self) -> Option<&Failure> {
        self.state.failing.as_deref()
    }

    /// Ends a path that has begun to fail, with what the program said about it.
    pub fn end_failure(&self, failure: Failure) -> Stop {
        Stop::End(Ending::Finding(Box::new(failure)))
    }

    /// Makes a new symbolic input of `len` bytes, one variable a byte.
    ///
    /// # Errors
    /// When the run's memory or time does not suffice for so many.
    pub fn input_bytes(
        &mut self,
        kind: InputKind,
        name: &str,
        len: u64,
    ) -> Result<Vec<Slot>, Stop> {
        self.context.limits().afford(len.saturating_mul(BYTES_OF_VARIABLE))?;
        let name = input_name(self.state, name);
        let of = if kind == InputKind::Object { len as u32 } else { 0 };
        let byte = |i| VarInfo {
            name: format!("{name}[{i}]"),
            sort: Sort::BitVec(8),
            role: Role::Byte { of },
        };
        let mut terms: Vec<Term> = Vec::new();
        let known = self.known(kind, &name);
        for i in 0..len {
            self.context.limits().go_on(i)?;
            let free = &self.context.job.free;
            let is_free = kind != InputKind::Object && free.places.contains(&(i as usize));
            let given = known.as_ref().filter(|_| !is_free).map(|bytes| bytes.get(i as usize));
            let given = given.map(|byte| byte.copied().unwrap_or_default().into());
            let term = self.context.following().input(self.state, &byte(i), given);
            if is_free {
                self.exclude(term)?;
            }
            terms.push(term);
        }
        let slots = terms.iter().map(|t| self.context.slot(*t)).collect();
        self.add_input(Input { kind, name, terms, number: false });
        Ok(slots)
    }

    /// Assumes that a free byte has none of the values that it never has.
    fn exclude(&mut self, byte: Term) -> Result<(), Stop> {
        for value in self.context.job.free.clone().never.iter() {
            let value = self.store().bits(8, u128::from(*value));
            let is_it = self.store().eq(byte, value);
            let is_not = self.store().not(is_it);
            self.assume(is_not)?;
        }
        Ok(())
    }

    /// Makes a new symbolic input that is one number of `width` bits, a multiple of 8.
    pub fn input_number(&mut self, kind: InputKind, name: &str, width: u32) -> Slot {
        self.changed = true;
        self.context.input_number(self.state, kind, name, width)
    }

    /// Makes new symbolic inputs, each one number of some bits, a multiple of 8, of which conditions hold. The conditions are the
    /// model's last questions, and come before the inputs are there.
    ///
    /// # Errors
    /// When the path contradicts the conditions.
    pub fn input_numbers(
        &mut self,
        wanted: &[(String, u32)],
        conditions: impl FnOnce(&mut TermStore, &[Term]) -> Vec<Term>,
    ) -> Result<Vec<Slot>, Stop> {
        let kind = InputKind::Object;
        let mut inputs = Vec::new();
        for (name, width) in wanted {
            let name = input_name(self.state, name);
            let sort = Sort::BitVec(*width);
            let info = VarInfo { name: name.clone(), sort, role: Role::Input };
            let known = self.known(kind, &name).map(|bytes| little_endian(&bytes));
            let term = self.context.following().input(self.state, &info, known);
            inputs.push(Input { kind, name, terms: vec![term], number: true });
        }
        let terms: Vec<Term> = inputs.iter().flat_map(|input| input.terms.clone()).collect();
        let conditions = conditions(&mut self.context.store, &terms);
        if !conditions.is_empty() {
            let all = self.context.store.and_all(&conditions);
            self.assume(all)?;
        }
        inputs.into_iter().for_each(|input| self.add_input(input));
        Ok(terms.iter().map(|term| self.context.slot(*term)).collect())
    }

    /// How many bytes an input is given.
    pub fn given_len(&self, kind: InputKind) -> Option<usize> {
        given(&self.context.job.given_bytes, kind, "").map(<[u8]>::len)
    }

    /// The bytes that an input is given.
    fn known(&self, kind: InputKind, name: &str) -> Option<Vec<u8>> {
        given(&self.context.job.given_bytes, kind, name).map(<[u8]>::to_vec)
    }

    /// Whether the program goes on behind the call; not so behind one that cannot return.
    pub fn returns(&self) -> bool {
        !fails_behind(self.state)
    }

    /// Notes that the results of this call of a function that nobody knows are made up: anything, which the answer rests on, or else
    /// zero, so that the run is not exhaustive.
    ///
    /// # Errors
    /// Where one formula stands for all paths zero is no answer.
    pub fn note_external(&mut self, any: bool) -> Result<(), Stop> {
        let name = self.function.map(|f| self.context.job.program.functions[f].display.clone());
        let name = name.unwrap_or_default();
        if any {
            let what = format!("{name} gives any value and changes nothing");
            self.rests_on_that(AssumptionKind::External, what);
            return Ok(());
        }
        if self.context.forks == Forks::Together {
            return Err(self.unsupported(format!("the external function {name}")));
        }
        let place = self.context.place(self.state);
        self.state.note_external(place, name);
        self.changed = true;
        Ok(())
    }

    /// Notes that the answer rests on something that is taken for granted, in the words of its kind.
    pub fn rests_on(&mut self, kind: AssumptionKind) {
        self.rests_on_that(kind, kind.text());
    }

    /// Notes that the answer rests on something that is taken for granted, in words of its own.
    pub fn rests_on_that(&mut self, kind: AssumptionKind, what: impl Into<Cow<'static, str>>) {
        let Context { assumptions, job, .. } = &mut *self.context;
        assumptions.rests_on(job, self.state, kind, what.into());
    }

    /// Whether something happens that the program does not decide: an input of its own. It is the model's last question.
    ///
    /// # Errors
    /// When the path forks.
    pub fn chance(&mut self, name: &str) -> Result<bool, Stop> {
        let name = input_name(self.state, name);
        let info = VarInfo {
            name: format!("{name}[0]"),
            sort: Sort::BitVec(8),
            role: Role::Byte { of: 1 },
        };
        let given = self.known(InputKind::Object, &name).map(|bytes| little_endian(&bytes));
        let term = self.context.following().input(self.state, &info, given);
        let happens = self.context.store.nonzero(term);
        let happens = self.decide(happens)?;
        self.add_input(Input { kind: InputKind::Object, name, terms: vec![term], number: false });
        Ok(happens)
    }

    /// The offsets from `address`, below `len`, of the bytes that the caller's variables hold truth values in.
    pub fn truths(&self, address: u64, len: u64) -> Vec<u64> {
        truths(&self.context.job.program, self.state, address, len)
    }

    /// Notes that the program owns a heap object, so that it can be a leak.
    pub fn own(&mut self, address: u64) {
        if self.context.job.checks.contains(Check::Leak) {
            let stack = self.context.stack(self.state);
            self.state.memory.note_owned(address, stack);
        }
    }

    fn add_input(&mut self, input: Input) {
        self.changed = true;
        add_input(self.state, input);
    }

    /// Notes a goal of the program that this path comes by.
    pub fn goal(&mut self, goal: Goal) {
        Rc::make_mut(&mut self.state.history.goals).push(goal);
        self.changed = true;
    }

    /// Whether the path has come by a goal of this name.
    pub fn has_goal(&self, name: &str) -> bool {
        self.state.history.goals.iter().any(|goal| goal.name == name)
    }

    /// The call stack, innermost first.
    pub fn stack(&self) -> Vec<StackFrame> {
        self.context.stack(self.state)
    }

    /// Arguments beyond the parameters of the function that made the call.
    pub fn variadic(&self) -> &[(Slot, Sort)] {
        &self.state.stack.top.variadic
    }

    /// The threads, for looking.
    pub fn threads(&self) -> &Threads {
        &self.state.threads
    }

    /// Starts a thread that begins with a defined function, by linkage name; its number. Whoever starts it goes on.
    ///
    /// # Errors
    /// When there is no such function, or nothing can be said of threads in this mode.
    pub fn start_thread(&mut self, name: &str, args: &[Slot]) -> Result<ThreadId, Stop> {
        let Some(function) = self.context.job.program.function_named(name) else {
            return Err(self.unsupported(format!("the function {name}")));
        };
        let started = Scheduling { cx: self.context }.start_thread(self.state, function, args)?;
        self.changed = true;
        Ok(started)
    }

    /// How the running thread came out of the wait that this call began, when it is asked again after one.
    pub fn resumed(&self) -> Option<Resumed> {
        self.state.threads.resumed()
    }

    /// Lets up to `count` threads go on that wait for something, in the order in which they came; how many they were.
    pub fn wake(&mut self, key: u64, count: u64) -> u64 {
        self.changed = true;
        self.state.threads.wake(key, count)
    }

    /// How many threads wait for something.
    pub fn waiting(&self, key: u64) -> u64 {
        self.state.threads.waiting(key)
    }

    /// Lets time pass; nanoseconds since the start.
    pub fn pass_time(&mut self, nanoseconds: u64) -> u64 {
        self.changed = true;
        self.state.threads.pass(nanoseconds);
        self.state.threads.clock()
    }

    /// The models' own state on this path, made by `new` when first asked for.
    pub fn extension<T: Extension>(&mut self, new: impl FnOnce() -> T) -> Option<&mut T> {
        self.changed = true;
        let shared = self.state.extension.get_or_insert_with(|| Rc::new(Box::new(new())));
        if Rc::get_mut(shared).is_none() {
            *shared = Rc::new(shared.copy());
        }
        Rc::get_mut(shared)?.as_any_mut().downcast_mut()
    }

    /// The models' own state on this path, if there is one.
    pub fn peek_extension<T: Extension>(&self) -> Option<&T> {
        self.state.extension.as_ref()?.as_any().downcast_ref()
    }

    /// Calls a function in place of the modelled one.
    pub fn tail(&self, name: &str, args: Vec<Slot>) -> Result<Flow, Stop> {
        match self.context.job.program.function_named(name) {
            Some(function) => Ok(Flow::Tail(function, args)),
            None => Err(self.unsupported(format!("the function {name}"))),
        }
    }
}

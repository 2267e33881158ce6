//! Calls of functions and their models, returns, and leaving several activations at once.

use crate::code::{CallSite, Code, Inst, R};
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop, internal};
use crate::machine::access::Access;
use crate::machine::call::{Asked, Call};
use crate::machine::meaning::Uncovered;
use crate::machine::schedule::Scheduling;
use crate::machine::{Context, Flow, Handler};
use crate::memory::Layout;
use crate::memory::object::Piece;
use crate::state::State;
use crate::state::frame::{FRAME_BYTES, Frame};
use crate::state::threads::Step;
use effigy_base::finding::FindingKind;
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_ir::function::Catch;
use effigy_ir::program::FuncId;
use std::cell::Cell;
use std::rc::Rc;

/// Bytes of the object that marks a call: the call's place in the code.
pub(super) const MARK: u64 = 4;

/// What stops at the call at which an activation stands.
pub(super) fn catches(frame: &Frame) -> Option<(R, Catch)> {
    match frame.code.insts.get(frame.at as usize)? {
        Inst::Call { entry } => frame.code.calls.get(*entry as usize)?.catches,
        _ => None,
    }
}

/// The activations of a path on a machine.
pub(crate) struct Activations<'a> {
    pub(crate) cx: &'a mut Context,
}

impl Activations<'_> {
    pub(crate) fn ask_model(
        &mut self,
        state: &mut State,
        site: &CallSite,
        function: FuncId,
        handler: Handler,
        args: &[Slot],
    ) -> Asked {
        let mut call = Call {
            context: self.cx,
            state,
            args,
            sorts: &site.sorts,
            function: Some(function),
            floats: site.floats,
            results: &site.results,
            changed: false,
            is_uncovered: Cell::new(false),
        };
        let answer = handler(&mut call);
        let flow = match call.context.limits().stopped_at_work().map_or(answer, Err) {
            Err(Stop::Fork(_) | Stop::Pause) if call.changed => {
                Err(internal("the model of an external function decided after a change"))
            }
            flow => flow,
        };
        Asked { flow, is_uncovered: call.is_uncovered.get(), changed: call.changed }
    }

    /// The answer of the model of a function; where it does not cover what it is asked, that of the feature that goes on.
    pub(crate) fn ask_or_take(
        &mut self,
        state: &mut State,
        site: &CallSite,
        function: FuncId,
        handler: Handler,
        args: &[Slot],
    ) -> Result<Flow, Stop> {
        let Asked { flow, is_uncovered, changed } =
            self.ask_model(state, site, function, handler, args);
        match (flow, self.cx.features.replaces.clone()) {
            (Err(Stop::End(Ending::Unsupported(what))), Some(replaces)) if is_uncovered => {
                let call = Uncovered { site, function, handler, args, changed };
                replaces.uncovered(self.cx, state, &call, what)
            }
            (flow, _) => flow,
        }
    }

    /// The results of a call of which nothing is known: zeros. Memory that was not written and that the call is given the address
    /// of holds zeros too.
    ///
    /// # Errors
    /// When no values are chosen, and when the program does not go on behind the call.
    pub(crate) fn chosen_results(
        &mut self,
        state: &mut State,
        site: &CallSite,
        args: &[Slot],
        what: String,
    ) -> Result<Vec<Slot>, Stop> {
        self.cx.go_on_without(state, what)?;
        for address in args.iter().filter_map(|arg| u64::try_from(arg.concrete()?).ok()) {
            let object = state.memory.object(address).filter(|object| !object.constant);
            let Some(object) = object.filter(|object| !object.is_concrete()) else { continue };
            let pieces = object.pieces(0, object.size);
            let Some(object) = state.memory.object_mut(address) else { continue };
            for piece in pieces {
                if let Piece::Undef { offset, len } = piece {
                    object.fill(offset, len, 0);
                }
            }
        }
        Ok(vec![Slot::default(); site.results.len()])
    }

    pub(super) fn call_site(
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
        let address = self.cx.word(state, slot)?;
        let index =
            Layout::function_at(address).filter(|i| *i < self.cx.job.program.functions.len());
        match index.map(FuncId::from_index) {
            Some(function) => match self.mismatch(code, site, function) {
                None => Ok(function),
                Some(message) => Err(self.cx.failure(state, FindingKind::BadCall, message)),
            },
            None if address < crate::memory::NULL_PAGE => {
                Err(self.cx.failure(state, FindingKind::Null, "a call through a null pointer"))
            }
            None => {
                // Nobody knows what a variable without definition is.
                if let Some(index) = self.cx.job.layout.global_at(address) {
                    self.cx.global_on(state, index)?;
                }
                let message = "a call through a pointer that is no function's address";
                Err(self.cx.failure(state, FindingKind::BadCall, message))
            }
        }
    }

    /// What of a call does not fit the function that it reaches. A function that is declared without parameters
    /// may be one whose list of them is not known. A result that is not used fits every function.
    fn mismatch(&self, code: &Code, site: &CallSite, function: FuncId) -> Option<String> {
        let decl = &self.cx.job.program.functions[function];
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
        if let Some(handler) = self.cx.handler(function) {
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
                    return Scheduling { cx: self.cx }.thread_step(state, step).map(|()| None);
                }
                Flow::Unwind(exception) => {
                    return self.unwind_stack(state, exception).map(|()| None);
                }
                Flow::Leap(place, value) => return self.leap(state, place, value).map(|()| None),
            }
            state.threads.went_on();
        }
        let decl = &self.cx.job.program.functions[function];
        if !decl.defined {
            let what = format!("the external function {}", decl.display);
            let results = self.chosen_results(state, site, &args, what)?;
            return Ok(Some(returned(state, site, results)));
        }
        if let Some(calls) = self.cx.features.calls.clone()
            && let Some(results) = calls.results(self.cx, state, function, &args)?
        {
            return Ok(Some(returned(state, site, results)));
        }
        if state.stack.bytes.saturating_add(FRAME_BYTES) > self.cx.job.stack {
            let message = format!("more than {} nested calls", state.stack.frames);
            return Err(self.cx.failure(state, FindingKind::StackOverflow, message));
        }
        let code = match self.cx.code(function) {
            Err(Stop::End(Ending::Unsupported(what))) => {
                let results = self.chosen_results(state, site, &args, what)?;
                return Ok(Some(returned(state, site, results)));
            }
            code => code?,
        };
        let caller = std::mem::replace(&mut state.stack.top, self.cx.frame(code.clone(), None));
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
    pub(super) fn leave(&mut self, state: &mut State, values: Vec<Slot>) -> Result<(), Stop> {
        let Some(caller) = state.stack.top.caller.clone() else {
            let status = values.first().copied().unwrap_or_default();
            return Err(self.cx.exit(state, status));
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
        let caller = Frame::woken(caller, || self.cx.spare.take());
        let mut left: Frame = std::mem::replace(&mut state.stack.top, caller);
        self.cx.spare.give(std::mem::take(&mut left.regs));
        state.stack.frames -= 1;
        state.stack.bytes = state.stack.bytes.saturating_sub(left.stack_bytes);
    }

    /// Unwinds to the innermost call that catches, which receives `unwound`.
    ///
    /// # Errors
    /// When there is none: who unwinds asks first.
    pub(crate) fn unwind_stack(&mut self, state: &mut State, unwound: Slot) -> Result<(), Stop> {
        loop {
            if let Some((dst, _)) = catches(&state.stack.top) {
                state.stack.top.set(dst, unwound);
                state.stack.top.at += 1;
                return Ok(());
            }
            let Some(caller) = state.stack.top.caller.clone() else {
                return Err(internal("nothing catches what unwinds"));
            };
            self.drop_activation(state, caller);
        }
    }

    /// Goes back to a marked call, which returns `value` once more.
    ///
    /// # Errors
    /// When the call's activation is over.
    pub(crate) fn leap(&mut self, state: &mut State, mark: u64, value: Slot) -> Result<(), Stop> {
        let at = Access { cx: self.cx }.read_at(state, mark, MARK);
        let at = self.cx.word(state, at)? as u32;
        while !state.stack.top.objects.contains(&mark) {
            let Some(caller) = state.stack.top.caller.clone() else {
                return Err(internal("a leap to a call that is over"));
            };
            self.drop_activation(state, caller);
        }
        state.stack.top.at = at;
        let code = state.stack.top.code.clone();
        let Some(Inst::Call { entry }) = code.insts.get(at as usize) else {
            return Err(internal("a leap to no call"));
        };
        state.stack.top.at = returned(state, &code.calls[*entry as usize], vec![value]);
        Ok(())
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

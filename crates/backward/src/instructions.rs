//! One instruction of the unfolding: what it appends to the trace.

use super::cursor::{Cursor, Frame, Next};
use super::globals::Globals;
use super::trace::{Atom, StepKind, Trace, Why};
use super::unfolding::{Bound, Ending, Flow, Test, Then, Unfolding, follow};
use effigy_base::eval::eval_scalar;
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::{Callee, Function, InstKind, Life, Operand, Target, Terminator};

/// Why an instruction cannot be unfolded.
struct Unsupported(String);

impl From<&'static str> for Unsupported {
    fn from(what: &'static str) -> Self {
        Unsupported(what.to_owned())
    }
}

impl Unfolding<'_> {
    /// Unfolds what the cursor stands at.
    pub(super) fn instruction(&mut self, cursor: &mut Cursor) -> Flow {
        cursor.steps += 1;
        if self.options.steps.is_some_and(|limit| cursor.steps > limit) {
            return Flow::End(Ending::Bounded(Bound::Steps));
        }
        let body = cursor.top.body.clone();
        let flow = match cursor.top.next(&body) {
            Some(Next::Inst(inst)) => self.inst(cursor, &body, &inst.kind),
            Some(Next::Terminator(terminator)) => self.terminator(cursor, terminator),
            None => Err("a function without a body".into()),
        };
        flow.unwrap_or_else(|Unsupported(what)| Flow::End(Ending::Unsupported(what)))
    }

    fn inst(
        &mut self,
        cursor: &mut Cursor,
        body: &Function,
        inst: &InstKind,
    ) -> Result<Flow, Unsupported> {
        match inst {
            InstKind::Op { dst, op, args } => {
                let args = cursor.top.atoms(args)?;
                let value = match folded(*op, &args, body.regs[*dst].sort) {
                    Some(constant) => constant,
                    None => Atom::Step(self.push(cursor, StepKind::Op { op: *op, args })),
                };
                cursor.top.set(*dst, value);
            }
            InstKind::Freeze { dst, value } => {
                let value = match cursor.top.atom(value)? {
                    value @ Atom::Step(_) => Atom::Step(self.push(cursor, StepKind::Freeze(value))),
                    Atom::Undef(sort) => Atom::constant(sort, 0).ok_or("an undefined array")?,
                    constant => constant,
                };
                cursor.top.set(*dst, value);
            }
            InstKind::Poison { dst, value, valid, .. } => {
                let sort = body.regs[*dst].sort;
                let args = [valid.clone(), value.clone(), Operand::Undef(sort)];
                let args = cursor.top.atoms(&args)?;
                let step = self.push(cursor, StepKind::Op { op: Op::Ite, args });
                cursor.top.set(*dst, Atom::Step(step));
            }
            // Which objects addresses lie in is not known here: nothing is found.
            InstKind::SameObject { dst, .. } => {
                cursor.top.set(*dst, Atom::constant(Sort::Bool, 1).ok_or("a truth value")?);
            }
            InstKind::Symbolic { dst, name } | InstKind::Bound { dst, name } => {
                let (name, sort) = (name.clone(), body.regs[*dst].sort);
                let kind = match inst {
                    InstKind::Bound { .. } => StepKind::Bound { name, sort },
                    _ => StepKind::Input { name, sort },
                };
                let step = self.push(cursor, kind);
                cursor.top.set(*dst, Atom::Step(step));
            }
            InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Alloc { .. }
            | InstKind::Copy { .. }
            | InstKind::Fill { .. }
            | InstKind::Lifetime { .. } => self.bytes(cursor, body, inst)?,
            InstKind::Aligned { .. } | InstKind::Defined { .. } | InstKind::Floats { .. } => {}
            InstKind::Catches { .. } => return Err(Unsupported("unwinding".into())),
            InstKind::Array { .. }
            | InstKind::Select { .. }
            | InstKind::IsSet { .. }
            | InstKind::Put { .. }
            | InstKind::Variable { .. } => self.array(cursor, inst)?,
            InstKind::Get { .. }
            | InstKind::Set { .. }
            | InstKind::Create { .. }
            | InstKind::Unknown { .. } => self.heap(cursor, body, inst)?,
            InstKind::Call { callee, args, .. } => return self.call(cursor, callee, args),
            InstKind::Assume { cond } => {
                let condition = cursor.top.atom(cond)?;
                let test = Test::new(condition, true, Why::Assumption);
                return Ok(Flow::Sides(vec![(test, Then::On)]));
            }
            InstKind::Check { cond, kind, message } => {
                return checked(cursor, cond, *kind, message);
            }
            InstKind::Assert { cond, text, .. } => {
                return checked(cursor, cond, FindingKind::Assertion, text);
            }
            InstKind::Mark { number, kind } => {
                cursor.statements += 1;
                if self.options.statements.is_some_and(|limit| cursor.statements > limit) {
                    return Ok(Flow::End(Ending::Bounded(Bound::Statements)));
                }
                self.push(cursor, StepKind::Mark { number: *number, kind: *kind });
            }
            InstKind::Output { name, value } => {
                let (name, value) = (name.clone(), cursor.top.atom(value)?);
                self.push(cursor, StepKind::Output { name, value });
            }
            InstKind::Name { variable, value, indirect } => {
                // A name means nothing to the condition, so that any address may have one.
                if !indirect && let Ok(value) = cursor.top.atom(value) {
                    let (variable, activation) = (variable.clone(), cursor.top.number);
                    self.push(cursor, StepKind::Name { variable, value, activation });
                }
            }
            InstKind::Unsupported { what } => return Err(Unsupported(what.clone())),
        }
        cursor.top.advance();
        Ok(Flow::On)
    }

    /// An instruction on array objects.
    fn array(&mut self, cursor: &mut Cursor, inst: &InstKind) -> Result<(), Unsupported> {
        let object = |trace: &Trace, handle: &Operand| -> Result<_, Unsupported> {
            let handle = cursor.top.atom(handle)?;
            Ok(trace.array(handle).ok_or("an array object that is chosen by a value")?)
        };
        let (dst, kind) = match inst {
            InstKind::Array { dst, index, element, symbolic } => {
                let (index, element, symbolic) = (*index, *element, symbolic.clone());
                let made = self.trace.next_array();
                self.push(cursor, StepKind::Array { index, element, symbolic });
                cursor.top.set(*dst, Atom::handle(made));
                return Ok(());
            }
            InstKind::Select { dst, array, index } => {
                let (array, index) = (object(&self.trace, array)?, cursor.top.atom(index)?);
                let last = self.trace.last(array);
                (Some(dst), StepKind::Select { array, index, last })
            }
            InstKind::IsSet { dst, array, index } => {
                let (array, index) = (object(&self.trace, array)?, cursor.top.atom(index)?);
                let last = self.trace.last(array);
                (Some(dst), StepKind::IsSet { array, index, last })
            }
            InstKind::Put { array, index, value } => {
                let (array, index) = (object(&self.trace, array)?, cursor.top.atom(index)?);
                let (value, last) = (cursor.top.atom(value)?, self.trace.last(array));
                (None, StepKind::Put { array, index, value, last })
            }
            InstKind::Variable { name, array, index, .. } => {
                let index = index.as_ref().map(|index| cursor.top.atom(index)).transpose()?;
                let (name, array) = (name.clone(), object(&self.trace, array)?);
                (None, StepKind::Variable { name, array, index })
            }
            _ => return Ok(()),
        };
        let step = self.push(cursor, kind);
        if let Some(dst) = dst {
            cursor.top.set(*dst, Atom::Step(step));
        }
        Ok(())
    }

    /// An instruction on heap functions.
    fn heap(
        &mut self,
        cursor: &mut Cursor,
        body: &Function,
        inst: &InstKind,
    ) -> Result<(), Unsupported> {
        let (dst, kind) = match inst {
            InstKind::Get { dst, field, keys } => {
                let (keys, last) = (cursor.top.atoms(keys)?, self.trace.last_set(*field));
                (dst, StepKind::Get { field: *field, keys, last })
            }
            InstKind::Create { dst, kind } => {
                let (number, sort) = (self.trace.created(), body.regs[*dst].sort);
                (dst, StepKind::Create { number, sort, kind: kind.clone() })
            }
            InstKind::Unknown { dst, name, initial } => {
                let (name, sort) = (self.trace.numbered(name), body.regs[*dst].sort);
                (dst, StepKind::Unknown { name, sort, initial: *initial })
            }
            InstKind::Set { field, keys, value } => {
                let (keys, value) = (cursor.top.atoms(keys)?, cursor.top.atom(value)?);
                let last = self.trace.last_set(*field);
                self.push(cursor, StepKind::Set { field: *field, keys, value, last });
                return Ok(());
            }
            _ => return Ok(()),
        };
        let step = self.push(cursor, kind);
        cursor.top.set(*dst, Atom::Step(step));
        Ok(())
    }

    /// An instruction on byte memory.
    fn bytes(
        &mut self,
        cursor: &mut Cursor,
        body: &Function,
        inst: &InstKind,
    ) -> Result<(), Unsupported> {
        match inst {
            InstKind::Load { dst, addr } => {
                let sort = body.regs[*dst].sort;
                let place = Globals::place(self.program, addr, sort);
                let value = place.and_then(|place| cursor.globals.load(self.program, place));
                cursor.top.set(*dst, value.ok_or("load from byte memory")?);
            }
            InstKind::Store { addr, value, sort } => {
                let place = Globals::place(self.program, addr, *sort);
                let place = place.filter(|(global, _)| !self.program.globals[*global].constant);
                let place = place.ok_or("store to byte memory")?;
                let value = cursor.top.atom(value)?;
                cursor.globals.store(place, value);
            }
            InstKind::Alloc { .. } => return Err("allocation of byte memory".into()),
            InstKind::Copy { .. } => return Err("copy of byte memory".into()),
            InstKind::Lifetime { life: Life::Unread, .. } => {}
            InstKind::Lifetime { .. } => return Err("life of byte memory".into()),
            _ => return Err("fill of byte memory".into()),
        }
        Ok(())
    }

    fn call(
        &mut self,
        cursor: &mut Cursor,
        callee: &Callee,
        args: &[Operand],
    ) -> Result<Flow, Unsupported> {
        let Callee::Function(function) = callee else {
            return Err("a call through an address".into());
        };
        let decl = &self.program.functions[*function];
        if !decl.defined {
            return Err(Unsupported(format!("the external function {}", decl.display)));
        }
        if cursor.depth() >= self.options.frames {
            let message = format!("more than {} nested calls", self.options.frames);
            return Ok(Flow::End(Ending::Finding { kind: FindingKind::StackOverflow, message }));
        }
        let args = cursor.top.atoms(args)?;
        let mut frame = Frame::new(self.program, *function)
            .map_err(|error| Unsupported(format!("{}: {error}", decl.display)))?;
        let body = frame.body.clone();
        for (param, arg) in body.params.iter().zip(args) {
            frame.set(*param, arg);
        }
        cursor.enter(frame);
        Ok(Flow::On)
    }

    fn terminator(
        &mut self,
        cursor: &mut Cursor,
        terminator: &Terminator,
    ) -> Result<Flow, Unsupported> {
        match terminator {
            Terminator::Jump(target) => Ok(follow(cursor, Then::Jump(target.clone()))),
            Terminator::Branch { cond, then, otherwise } => {
                let condition = cursor.top.atom(cond)?;
                let side = |holds, target: &Target| {
                    let test = Test::new(condition, holds, Why::Branch);
                    (test, Then::Jump(target.clone()))
                };
                Ok(Flow::Sides(vec![side(true, then), side(false, otherwise)]))
            }
            Terminator::Switch { value, width, cases, default } => {
                let value = cursor.top.atom(value)?;
                self.switch(cursor, value, *width, cases, default)
            }
            Terminator::Return(values) => {
                let values = cursor.top.atoms(values)?;
                if !cursor.leave() {
                    return Ok(Flow::End(Ending::Returned));
                }
                let body = cursor.top.body.clone();
                if let Some(Next::Inst(inst)) = cursor.top.next(&body) {
                    for (result, value) in inst.kind.defs().iter().zip(values) {
                        cursor.top.set(*result, value);
                    }
                }
                cursor.top.advance();
                Ok(Flow::On)
            }
            Terminator::Fail { kind, message } => {
                let (kind, message) = (*kind, message.clone());
                Ok(Flow::End(Ending::Finding { kind, message }))
            }
        }
    }

    /// One side for each target: the value is one of its cases; the default has the values that no case has.
    fn switch(
        &mut self,
        cursor: &mut Cursor,
        value: Atom,
        width: u32,
        cases: &[(u128, Target)],
        default: &Target,
    ) -> Result<Flow, Unsupported> {
        if let Some((_, word)) = value.word() {
            let case = cases.iter().find(|(case, _)| *case == word);
            let target = case.map_or(default, |(_, target)| target);
            return Ok(follow(cursor, Then::Jump(target.clone())));
        }
        let mut cases: Vec<&(u128, Target)> = cases.iter().collect();
        cases.sort_by_key(|(case, _)| *case);
        let mut sides: Vec<(Atom, &Target)> = Vec::new();
        let mut matched = Atom::Bool(false);
        for (case, target) in cases {
            if target == default {
                continue;
            }
            let args = vec![value, Atom::Bits { width, value: *case }];
            let equal = Atom::Step(self.push(cursor, StepKind::Op { op: Op::Eq, args }));
            matched = self.either(cursor, matched, equal);
            match sides.iter().position(|(_, other)| *other == target) {
                Some(side) => sides[side].0 = self.either(cursor, sides[side].0, equal),
                None => sides.push((equal, target)),
            }
        }
        let side = |condition, holds, target: &Target| {
            (Test::new(condition, holds, Why::Branch), Then::Jump(target.clone()))
        };
        let mut tests: Vec<_> = sides.iter().map(|(any, to)| side(*any, true, to)).collect();
        tests.push(side(matched, false, default));
        Ok(Flow::Sides(tests))
    }

    fn either(&mut self, cursor: &Cursor, a: Atom, b: Atom) -> Atom {
        if a == Atom::Bool(false) {
            return b;
        }
        Atom::Step(self.push(cursor, StepKind::Op { op: Op::Or, args: vec![a, b] }))
    }
}

/// A condition without which the trace ends in a finding.
fn checked(
    cursor: &Cursor,
    condition: &Operand,
    kind: FindingKind,
    message: &str,
) -> Result<Flow, Unsupported> {
    let condition = cursor.top.atom(condition)?;
    let message = message.to_owned();
    let why = Why::Check { kind, message: message.clone() };
    let failed = Then::End(Ending::Finding { kind, message });
    Ok(Flow::Sides(vec![
        (Test::new(condition, true, why.clone()), Then::On),
        (Test::new(condition, false, why), failed),
    ]))
}

/// The result of an operator on constants.
fn folded(op: Op, args: &[Atom], sort: Sort) -> Option<Atom> {
    let words: Vec<(u32, u128)> = args.iter().map(|arg| arg.word()).collect::<Option<_>>()?;
    let (widths, values): (Vec<u32>, Vec<u128>) = words.into_iter().unzip();
    Atom::constant(sort, eval_scalar(op, &widths, &values)?)
}

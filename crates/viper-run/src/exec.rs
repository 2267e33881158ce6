//! Statements.

use crate::choices::{Mask, Resource, State, held, put};
use crate::value::{Value, amount};
use crate::{Machine, MemberId, Run, Stop};
use effigy_lang_viper::tree::{Block, Expr, FieldId, LocalId, MethodId, Stmt, StmtKind, Type};
use std::collections::BTreeSet;

/// Methods within methods that are run.
const DEEPEST: u32 = 12;

/// Rounds of a loop that are run.
const MOST_ROUNDS: u32 = 12;

impl<'p> Machine<'p> {
    pub(crate) fn block(&mut self, s: &mut State, block: &'p Block) -> Run<()> {
        block.statements.iter().try_for_each(|statement| self.statement(s, statement))
    }

    fn statement(&mut self, s: &mut State, statement: &'p Stmt) -> Run<()> {
        self.step()?;
        self.place = statement.place;
        match &statement.kind {
            StmtKind::Declare(locals) => {
                for local in locals {
                    let ty = self.locals[*local].ty.clone();
                    self.declare(s, &ty, *local);
                }
                Ok(())
            }
            StmtKind::Assign { target, value } => {
                let value = self.eval(s, value)?;
                self.assign(s, *target, value);
                Ok(())
            }
            StmtKind::AssignField { receiver, field, value } => {
                self.assign_field(s, receiver, *field, value)
            }
            StmtKind::Call { targets, method, arguments } => {
                self.call(s, targets, *method, arguments)
            }
            StmtKind::New { target, fields } => {
                self.choices.now += 1;
                let object = self.choices.object(self.choices.now);
                for field in fields {
                    put(&mut s.heap.mask, Resource::Field(object, *field), &amount(1, 1));
                    let ty = self.program.fields[*field].ty.clone();
                    let cell = self.choices.cell(ty, None);
                    s.heap.written.insert((object, *field), cell);
                }
                self.assign(s, *target, Value::Ref(object));
                Ok(())
            }
            StmtKind::Inhale(e) | StmtKind::Assume(e) => {
                self.inhale_somehow(s, std::slice::from_ref(e))
            }
            StmtKind::Exhale(e) => {
                self.exhale(s, &[e])?;
                self.lose(s)
            }
            StmtKind::Refute { .. } => Ok(()),
            StmtKind::Assert { condition, .. } => self.check(s, condition),
            StmtKind::Fold(access) => self.fold(s, access),
            StmtKind::Unfold(access) => self.unfold(s, access),
            StmtKind::If { condition, then, otherwise } => match self.truth(s, condition)? {
                true => self.block(s, then),
                false => self.block(s, otherwise),
            },
            StmtKind::While { condition, invariants, body } => {
                self.repeat(s, condition, invariants, body)
            }
            StmtKind::Label { name, .. } => {
                s.olds.insert(name.clone(), s.heap.clone());
                Ok(())
            }
            StmtKind::Block(block) => self.block(s, block),
            StmtKind::Package { .. } | StmtKind::Apply(_) => Err(Stop::Left("magic wands")),
            StmtKind::Goto(_) => Err(Stop::Left("jumps")),
            StmtKind::Havoc { .. } => Err(Stop::Left("quasihavoc")),
        }
    }

    fn assign(&mut self, s: &mut State, target: LocalId, value: Value) {
        let ty = self.locals.get(target).map_or(Type::Resource, |local| local.ty.clone());
        let cell = self.choices.cell(ty, Some(value));
        s.store.insert(target, cell);
    }

    fn assign_field(
        &mut self,
        s: &mut State,
        receiver: &'p Expr,
        field: FieldId,
        value: &'p Expr,
    ) -> Run<()> {
        let target = self.eval(s, receiver)?;
        let value = self.eval(s, value)?;
        let Value::Ref(object) = target else { return Err(Stop::Left("operands of another type")) };
        if object == 0 {
            return Err(self.wrong(s, receiver.place, "the receiver is null"));
        }
        if held(&s.heap.mask, &Resource::Field(object, field)) < amount(1, 1) {
            return Err(self.wrong(s, receiver.place, "there is no permission to write the field"));
        }
        let ty = self.program.fields[field].ty.clone();
        let cell = self.choices.cell(ty, Some(value));
        s.heap.written.insert((object, field), cell);
        Ok(())
    }

    /// Calls a method: runs its body, or goes on as its contract allows.
    fn call(
        &mut self,
        s: &mut State,
        targets: &[LocalId],
        method: MethodId,
        arguments: &'p [Expr],
    ) -> Run<()> {
        let program = self.program;
        let declared = &program.methods[method];
        let arguments = self.evals(s, arguments)?;
        let mut callee = State { heap: s.heap.clone(), ..State::default() };
        for (local, value) in declared.parameters.iter().zip(arguments) {
            self.bind(&mut callee, *local, value);
        }
        let locals = std::mem::replace(&mut self.locals, &declared.locals);
        let foreign = std::mem::replace(&mut self.foreign, true);
        let pres: Vec<&Expr> = declared.preconditions.iter().collect();
        let taken = self.exhale(&mut callee, &pres);
        self.foreign = foreign;
        self.locals = locals;
        let taken = taken.map_err(|stop| self.seen_from(s, stop))?;
        s.heap.mask = callee.heap.mask.clone();
        callee.heap.mask = taken;
        let locals = std::mem::replace(&mut self.locals, &declared.locals);
        let is_run = declared.body.is_some() && self.depth < DEEPEST && self.random.percent(40);
        let after = match is_run {
            true => self.run_callee(s, &mut callee, method),
            false => self.any_result(s, &mut callee, method),
        };
        self.locals = locals;
        after?;
        for (target, result) in targets.iter().zip(&declared.results) {
            let Some(cell) = callee.store.get(result) else { continue };
            s.store.insert(*target, *cell);
        }
        self.unroll(s).map(|_| ())
    }

    fn run_callee(&mut self, s: &mut State, callee: &mut State, method: MethodId) -> Run<()> {
        let program = self.program;
        let Some(body) = &program.methods[method].body else { return Err(Stop::Vacuous) };
        let (member, place) = (self.member, self.place);
        let foreign = std::mem::replace(&mut self.foreign, false);
        self.member = MemberId::Method(method);
        self.depth += 1;
        self.frames.push(s.heap.mask.clone());
        let run = self.method_body(callee, method, body);
        self.frames.pop();
        self.depth -= 1;
        (self.member, self.place, self.foreign) = (member, place, foreign);
        let given = run?;
        let rest = std::mem::take(&mut s.heap.mask);
        s.heap = callee.heap.clone();
        s.heap.mask = rest;
        give(&mut s.heap.mask, &given)
    }

    /// Any values that the postcondition allows.
    fn any_result(&mut self, s: &mut State, callee: &mut State, method: MethodId) -> Run<()> {
        let declared = &self.program.methods[method];
        callee.olds.insert("".into(), callee.heap.clone());
        for local in &declared.results {
            self.declare(callee, &declared.locals[*local].ty, *local);
        }
        self.lose(s)?;
        callee.heap = s.heap.clone();
        callee.heap.mask = Mask::new();
        let foreign = std::mem::replace(&mut self.foreign, true);
        self.frames.push(s.heap.mask.clone());
        let inhaled = self.inhale_somehow(callee, &declared.postconditions);
        self.frames.pop();
        self.foreign = foreign;
        inhaled?;
        give(&mut s.heap.mask, &callee.heap.mask)
    }

    /// Runs a loop round by round, or goes on from any state that its invariants allow.
    fn repeat(
        &mut self,
        s: &mut State,
        condition: &'p Expr,
        invariants: &'p [Expr],
        body: &'p Block,
    ) -> Run<()> {
        let place = self.place;
        let all: Vec<&Expr> = invariants.iter().collect();
        let mut held = self.exhale(s, &all)?;
        let any = self.random.percent(60);
        if any {
            self.lose(s)?;
            let mut assigned = BTreeSet::new();
            targets(body, &mut assigned);
            for local in assigned {
                if s.store.contains_key(&local) {
                    let ty = self.locals[local].ty.clone();
                    self.declare(s, &ty, local);
                }
            }
            let mut inner = s.clone();
            inner.heap.mask = Mask::new();
            self.frames.push(s.heap.mask.clone());
            let inhaled = self.inhale_somehow(&mut inner, invariants);
            self.frames.pop();
            inhaled?;
            held = inner.heap.mask;
        }
        for _ in 0..MOST_ROUNDS {
            let mut inner = s.clone();
            inner.heap.mask = held.clone();
            if !self.truth(&mut inner, condition)? {
                give(&mut s.heap.mask, &held)?;
                return self.unroll(s).map(|_| ());
            }
            self.frames.push(s.heap.mask.clone());
            let run = self.block(&mut inner, body);
            self.frames.pop();
            run?;
            self.place = place;
            held = self.exhale(&mut inner, &all)?;
            let rest = std::mem::take(&mut s.heap.mask);
            *s = inner;
            s.heap.mask = rest;
            if any {
                // What comes behind is looked at from other states.
                return Err(Stop::Vacuous);
            }
        }
        Err(Stop::Left("a loop of many rounds"))
    }
}

/// Adds permissions, of which nobody has more than all.
fn give(mask: &mut Mask, more: &Mask) -> Run<()> {
    for (resource, much) in more {
        put(mask, resource.clone(), much);
        if matches!(resource, Resource::Field(..)) && held(mask, resource) > amount(1, 1) {
            return Err(Stop::Vacuous);
        }
    }
    Ok(())
}

/// The variables that a block assigns.
fn targets(block: &Block, out: &mut BTreeSet<LocalId>) {
    for statement in &block.statements {
        match &statement.kind {
            StmtKind::Assign { target, .. } | StmtKind::New { target, .. } => {
                out.insert(*target);
            }
            StmtKind::Call { targets, .. } => out.extend(targets),
            StmtKind::Declare(locals) => out.extend(locals),
            StmtKind::If { then, otherwise, .. } => {
                targets(then, out);
                targets(otherwise, out);
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) => targets(body, out),
            _ => {}
        }
    }
}

//! Statements.

use super::body::Body;
use crate::tree::{Expr, ExprKind, LocalId, Statement, StatementKind, Target, TargetKind};
use effigy_base::id::Id;
use effigy_ir::function::{BlockId, InstKind, MarkKind, Operand};
use std::collections::BTreeSet;

impl<'p> Body<'_, 'p> {
    /// Statements up to one behind which control does not come.
    pub fn statements(&mut self, statements: &'p [Statement]) {
        for statement in statements {
            if self.b.is_terminated() {
                return;
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'p Statement) {
        self.at(statement.span);
        self.number = statement.number;
        if is_marked(&statement.kind) {
            self.mark(MarkKind::Statement);
        }
        match &statement.kind {
            StatementKind::Declare(id, value) => {
                let ty = self.locals.get(*id).map(|local| &local.ty);
                let value = match (value, ty) {
                    (Some(value), _) => {
                        let name = self.input_name(*id);
                        self.assigned(value, name)
                    }
                    (None, Some(ty)) => self.default(ty),
                    (None, None) => return,
                };
                self.at(statement.span);
                self.assign_local(*id, value);
            }
            StatementKind::Assign(target, value) => self.assign(target, value),
            StatementKind::Evaluate(call) => {
                self.evaluate(call);
            }
            StatementKind::If { condition, then, otherwise } => {
                self.branch(condition, then, otherwise);
            }
            StatementKind::While { condition, invariants, body } => {
                self.repeat(statement, condition, invariants, body);
            }
            StatementKind::Block(body) => self.statements(body),
            StatementKind::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value));
                self.at(statement.span);
                self.leave(value);
            }
            StatementKind::Assert(assertion) | StatementKind::Join(assertion) => {
                let cond = self.value(assertion);
                self.at(statement.span);
                if cond != Operand::Bool(true) {
                    let text = self.names().expression(assertion);
                    self.b.push(InstKind::Assert { cond, prove: false, text });
                }
            }
            StatementKind::Assume(assertion) => {
                let cond = self.value(assertion);
                self.at(statement.span);
                self.b.push(InstKind::Assume { cond });
            }
            StatementKind::Ghost(..) => {}
        }
    }

    /// The name of the input that a local variable begins with: its own, unless a global variable has it.
    pub fn input_name(&self, id: LocalId) -> String {
        let name = self.locals.get(id).map_or("?", |local| local.name.as_str());
        match self.context.program.globals.iter().any(|(_, global)| global.name == name) {
            true => format!("{}.{name}", self.name),
            false => name.to_owned(),
        }
    }

    /// The right side of an assignment; `*` is an input of this name.
    fn assigned(&mut self, value: &'p Expr, name: String) -> Operand {
        let ExprKind::Unknown = value.kind else { return self.value(value) };
        self.unknown(name, &value.ty)
    }

    fn assign(&mut self, target: &'p Target, value: &'p Expr) {
        let text = self.names().target(target);
        match &target.kind {
            TargetKind::Local(id) => {
                let name = self.input_name(*id);
                let value = self.assigned(value, name);
                self.at(target.span);
                self.assign_local(*id, value);
            }
            TargetKind::Global(id) => {
                let value = self.assigned(value, text);
                self.at(target.span);
                let field = self.context.globals.get(*id).copied();
                self.set(field, [], value);
            }
            TargetKind::Field(object, field) => {
                let at = self.value(object);
                let value = self.assigned(value, text.clone());
                self.at(target.span);
                self.demand_object(object, &at, &text);
                let field = self.context.fields.get(*field).copied();
                self.set(field, [at], value);
            }
            TargetKind::Element(array, index) => {
                let (at, key) = (self.value(array), self.value(index));
                let value = self.assigned(value, text.clone());
                self.at(target.span);
                self.demand_element(array, &at, &key, &text);
                let field = self.context.elements(&target.ty);
                self.set(Some(field), [at, key], value);
            }
        }
    }

    fn branch(&mut self, condition: &'p Expr, then: &'p [Statement], otherwise: &'p [Statement]) {
        let condition = self.value(condition);
        let (yes, no) = (self.b.block(), self.b.block());
        self.b.branch(condition, yes, no);
        let before = self.values.clone();
        let mut open: Vec<(BlockId, Vec<Operand>)> = Vec::new();
        for (block, statements) in [(yes, then), (no, otherwise)] {
            self.b.switch_to(block);
            self.values = before.clone();
            self.statements(statements);
            if !self.b.is_terminated() {
                open.push((self.b.current(), std::mem::take(&mut self.values)));
            }
        }
        match <[_; 2]>::try_from(open) {
            Ok(both) => self.join(both, before),
            Err(mut one) => {
                if let Some((block, values)) = one.pop() {
                    self.b.switch_to(block);
                    self.values = values;
                }
            }
        }
    }

    /// Goes on behind two branches: variables with two values become parameters.
    fn join(&mut self, both: [(BlockId, Vec<Operand>); 2], before: Vec<Operand>) {
        let [(_, yes), (_, no)] = &both;
        let differ: Vec<usize> =
            (0..before.len()).filter(|at| yes.get(*at) != no.get(*at)).collect();
        let end = self.b.block();
        let mut values = yes.clone();
        for at in &differ {
            if let (Some(slot), Some(value)) = (values.get_mut(*at), yes.get(*at)) {
                let sort = self.b.sort(value);
                *slot = self.b.block_param(end, sort).into();
            }
        }
        for (block, values) in both {
            self.b.switch_to(block);
            let arguments: Vec<Operand> =
                differ.iter().filter_map(|at| values.get(*at).cloned()).collect();
            self.b.jump(end, arguments);
        }
        self.b.switch_to(end);
        self.values = values;
    }

    fn repeat(
        &mut self,
        statement: &'p Statement,
        condition: &'p Expr,
        invariants: &'p [Expr],
        body: &'p [Statement],
    ) {
        let mut changed = BTreeSet::new();
        assigned(body, &mut changed);
        let (head, round) = (self.b.block(), self.b.block());
        let arguments: Vec<Operand> = changed.iter().map(|id| self.local(*id)).collect();
        for (id, value) in changed.iter().zip(&arguments) {
            let sort = self.b.sort(value);
            let parameter = self.b.block_param(head, sort).into();
            if let Some(slot) = self.values.get_mut(id.index()) {
                *slot = parameter;
            }
        }
        self.b.jump(head, arguments);
        self.b.switch_to(head);
        self.mark(MarkKind::Loop);
        self.check_all(invariants, "loop invariant");
        let truth = self.value(condition);
        self.at(condition.operator);
        let done = match truth {
            // An endless loop has no way behind it.
            Operand::Bool(true) => {
                self.b.jump(round, []);
                None
            }
            truth => {
                let done = self.b.block();
                self.b.branch(truth, round, done);
                Some(done)
            }
        };
        let before = self.values.clone();
        self.b.switch_to(round);
        self.statements(body);
        if !self.b.is_terminated() {
            let arguments: Vec<Operand> = changed.iter().map(|id| self.local(*id)).collect();
            self.at(statement.span);
            self.b.jump(head, arguments);
        }
        self.values = before;
        if let Some(done) = done {
            self.b.switch_to(done);
        }
    }
}

/// The local variables that statements assign; one that they declare is no business of what is around them, but it
/// does no harm.
fn assigned(statements: &[Statement], ids: &mut BTreeSet<LocalId>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Assign(Target { kind: TargetKind::Local(id), .. }, _) => {
                ids.insert(*id);
            }
            StatementKind::If { then, otherwise, .. } => {
                assigned(then, ids);
                assigned(otherwise, ids);
            }
            StatementKind::While { body, .. } | StatementKind::Block(body) => assigned(body, ids),
            _ => {}
        }
    }
}

/// Whether a statement begins where it is marked: a loop has its mark in each round.
fn is_marked(kind: &StatementKind) -> bool {
    !matches!(
        kind,
        StatementKind::While { .. } | StatementKind::Block(_) | StatementKind::Ghost(..)
    )
}

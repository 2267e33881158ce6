//! What a group may change while it is executed.

use crate::tree::{
    Argument, Bounds, Condition, ConditionKind, DoHead, Expr, ExprKind, ProcId, Procedure, Shape,
    Statement, StatementKind, Storage, Target, Tests, VarId, Variable,
};
use effigy_base::id::IdVec;
use std::collections::BTreeSet;

/// What a part of a procedure does to variables.
#[derive(Default, Debug)]
pub(crate) struct Effects {
    /// The variables that it reads.
    pub reads: BTreeSet<VarId>,
    /// The variables that it changes, or passes by reference.
    pub changes: BTreeSet<VarId>,
    /// Those of them that it changes itself.
    pub assigns: BTreeSet<VarId>,
    /// What it passes by reference: to which procedure, at which position, and the variable.
    pub passes: BTreeSet<(ProcId, usize, VarId)>,
    /// The procedures that it calls.
    pub called: BTreeSet<ProcId>,
    /// Whether it calls procedures, which change what they are given and STATIC variables.
    pub calls: bool,
}

impl Effects {
    /// The effects of a group's rounds.
    pub fn of_rounds(body: &[Statement], tests: &Tests) -> Self {
        let mut effects = Self::default();
        effects.statements(body);
        effects.tests(tests);
        effects
    }

    /// The effects of a procedure, its bounds and initial values included.
    pub fn of_procedure(procedure: &Procedure) -> Self {
        let mut effects = Self::default();
        for (_, variable) in procedure.variables.iter() {
            if let Shape::Array(Bounds::Range { lower, upper }) = &variable.shape {
                effects.expression(lower);
                effects.expression(upper);
            }
            variable.initial.iter().for_each(|initial| effects.expression(&initial.value));
        }
        effects.statements(&procedure.body);
        effects
    }

    /// The effects of an expression.
    pub fn of(expression: &Expr) -> Self {
        let mut effects = Self::default();
        effects.expression(expression);
        effects
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(&statement.kind);
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Empty | StatementKind::Declare(_) | StatementKind::GoTo(_) => {}
            StatementKind::Assign(target, value) => {
                self.target(target);
                self.expression(value);
            }
            StatementKind::If { condition, then, otherwise } => {
                self.condition(condition);
                self.statement(&then.kind);
                if let Some(otherwise) = otherwise {
                    self.statement(&otherwise.kind);
                }
            }
            StatementKind::Do { head, body, .. } => {
                self.head(head);
                self.statements(body);
            }
            StatementKind::Call(called, arguments) => self.arguments(*called, arguments),
            StatementKind::Return(value) => value.iter().for_each(|v| self.expression(v)),
            StatementKind::Read(targets) => targets.iter().for_each(|t| self.target(t)),
            StatementKind::Write(values) => values.iter().for_each(|v| self.expression(v)),
            StatementKind::Assertion(_, condition) => self.condition(condition),
        }
    }

    fn head(&mut self, head: &DoHead) {
        match head {
            DoHead::Once => {}
            DoHead::Repeat(tests) => self.tests(tests),
            DoHead::Count(count) => {
                self.assign(count.variable);
                let parts = [Some(&count.from), count.to.as_ref(), count.by.as_ref()];
                parts.into_iter().flatten().for_each(|part| self.expression(part));
                self.tests(&count.tests);
            }
        }
    }

    fn tests(&mut self, tests: &Tests) {
        tests.before.iter().chain(&tests.after).for_each(|test| self.condition(test));
    }

    fn target(&mut self, target: &Target) {
        match target {
            Target::Variable(id) => self.assign(*id),
            Target::Element(id, at) => {
                self.assign(*id);
                self.expression(at);
            }
        }
    }

    fn assign(&mut self, variable: VarId) {
        self.assigns.insert(variable);
        self.changes.insert(variable);
    }

    fn arguments(&mut self, called: ProcId, arguments: &[Argument]) {
        self.calls = true;
        self.called.insert(called);
        for (position, argument) in arguments.iter().enumerate() {
            match argument {
                Argument::Variable(id) | Argument::Array(id) => {
                    self.changes.insert(*id);
                    self.passes.insert((called, position, *id));
                }
                Argument::Element(id, at) => {
                    self.changes.insert(*id);
                    self.passes.insert((called, position, *id));
                    self.expression(at);
                }
                Argument::Value(value) => self.expression(value),
            }
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match &condition.kind {
            ConditionKind::Relation(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
            ConditionKind::Not(inner) => self.condition(inner),
            ConditionKind::Binary(_, left, right) => {
                self.condition(left);
                self.condition(right);
            }
            ConditionKind::Quantified { lower, upper, body, .. } => {
                self.expression(lower);
                self.expression(upper);
                self.condition(body);
            }
        }
    }

    fn expression(&mut self, expression: &Expr) {
        match &expression.kind {
            ExprKind::Number(_) | ExprKind::Symbol(_) | ExprKind::Bound(_) => {}
            ExprKind::Variable(id) => {
                self.reads.insert(*id);
            }
            ExprKind::Element(id, at) => {
                self.reads.insert(*id);
                self.expression(at);
            }
            ExprKind::Negate(inner) | ExprKind::Abs(inner) => self.expression(inner),
            ExprKind::Binary(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
            ExprKind::Call(called, arguments) => self.arguments(*called, arguments),
        }
    }
}

/// How the value of an expression is kept over the rounds of a group.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// It is evaluated again: nothing that it reads changes.
    Again,
    /// It is evaluated again unless two variables of a pair are one, which only parameters and STATIC variables can
    /// be: then something that it reads may change.
    Unless(Vec<(VarId, VarId)>),
    /// It is evaluated once.
    Once,
}

/// How to keep the value of `expression` while a group with the effects `rounds` is executed.
pub(crate) fn keeping(
    expression: &Expr,
    rounds: &Effects,
    variables: &IdVec<VarId, Variable>,
    statics_elsewhere: bool,
) -> Keeping {
    let own = Effects::of(expression);
    let storage = |id: VarId| variables.get(id).map_or(Storage::Automatic, |v| v.storage);
    let called = |id: VarId| rounds.calls && storage(id) == Storage::Static;
    if own.calls || own.reads.iter().any(|id| rounds.changes.contains(id) || called(*id)) {
        return Keeping::Once;
    }
    // A parameter may be a STATIC variable of another procedure, whose object is not at hand here.
    let is_parameter = |id: &VarId| storage(*id) == Storage::Parameter;
    if statics_elsewhere && rounds.calls && own.reads.iter().any(is_parameter) {
        return Keeping::Once;
    }
    let mut pairs = Vec::new();
    for &read in own.reads.iter().filter(|id| storage(**id) != Storage::Automatic) {
        let statics = variables.iter().filter(|(id, _)| called(*id)).map(|(id, _)| id);
        for changed in rounds.changes.iter().copied().chain(statics) {
            let both_static =
                storage(read) == Storage::Static && storage(changed) == Storage::Static;
            if storage(changed) != Storage::Automatic
                && !both_static
                && may_be_one(variables, read, changed)
            {
                pairs.push((read, changed));
            }
        }
    }
    if pairs.is_empty() { Keeping::Again } else { Keeping::Unless(pairs) }
}

/// Whether two variables can share elements: integers can be elements of arrays.
fn may_be_one(variables: &IdVec<VarId, Variable>, a: VarId, b: VarId) -> bool {
    let own_object = |id: VarId| {
        variables.get(id).is_some_and(|v| v.storage == Storage::Static && !v.is_array())
    };
    let array = |id: VarId| variables.get(id).is_some_and(Variable::is_array);
    !(own_object(a) && array(b) || array(a) && own_object(b))
}

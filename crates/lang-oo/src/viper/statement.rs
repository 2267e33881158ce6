//! Statements.

use super::body::{Body, END, default};
use super::make::is_atom;
use crate::problem::Problem;
use crate::tree::{Call, Expr as Source, GhostKind, Statement, StatementKind, Target, TargetKind};
use effigy_lang_viper::tree::{Access, Expr, Origin, Place, StmtKind};

/// How many branches in each other end with what stands behind them, before a jump to the end is used.
const MOST_NESTED: usize = 16;

impl<'p> Body<'_, 'p> {
    /// Statements up to one behind which control does not come. `last`: nothing of the method is behind them.
    pub fn statements(&mut self, statements: &'p [Statement], last: bool) {
        let mut rest = statements;
        while let Some((statement, behind)) = rest.split_first() {
            rest = behind;
            let at_end = last && behind.is_empty();
            match &statement.kind {
                StatementKind::If { condition, then, otherwise } if returns(statement) => {
                    let place = self.scope.place(statement.span);
                    let condition = self.value(condition);
                    let sides = [then.as_slice(), otherwise.as_slice()];
                    // The side that goes on gets what stands behind, when the other one returns.
                    let goes_on = !behind.is_empty()
                        && sides.into_iter().any(ends)
                        && self.nested < MOST_NESTED;
                    self.nested += usize::from(goes_on);
                    let [then, otherwise] = sides.map(|side| {
                        self.inside(|body| {
                            if goes_on && !ends(side) {
                                body.statements(side, false);
                                body.statements(behind, last);
                            } else {
                                body.statements(side, at_end || goes_on && last);
                            }
                        })
                    });
                    self.nested -= usize::from(goes_on);
                    self.push(StmtKind::If { condition, then, otherwise }, place);
                    if goes_on {
                        return;
                    }
                }
                StatementKind::Return(value) => {
                    return self.returned(statement, value.as_ref(), at_end);
                }
                StatementKind::Block(body) => self.statements(body, at_end),
                _ => self.statement(statement),
            }
        }
    }

    fn statement(&mut self, statement: &'p Statement) {
        let place = self.scope.place(statement.span);
        match &statement.kind {
            StatementKind::Declare(id, value) => {
                let method = self.method;
                let of = method.locals.get(*id).map(|local| &local.ty);
                let value = match (value, of) {
                    (Some(value), _) => self.value(value),
                    (None, Some(of)) => default(of, place),
                    (None, None) => return,
                };
                let Some(target) = self.scope.declare(method, *id) else { return };
                self.push(StmtKind::Declare(vec![target]), place);
                self.push(StmtKind::Assign { target, value }, place);
            }
            StatementKind::Assign(target, value) => self.assign(target, value, place),
            StatementKind::Evaluate(call) => {
                let value = self.value(call);
                if !is_atom(&value) {
                    // What a pure method wants must hold though its value is dropped.
                    let target = self.scope.fresh("value", value.ty.clone(), place);
                    self.push(StmtKind::Declare(vec![target]), place);
                    self.push(StmtKind::Assign { target, value }, place);
                }
            }
            StatementKind::If { condition, then, otherwise } => {
                let condition = self.value(condition);
                let [then, otherwise] =
                    [then, otherwise].map(|side| self.inside(|body| body.statements(side, false)));
                self.push(StmtKind::If { condition, then, otherwise }, place);
            }
            StatementKind::While { condition, invariants, body } => {
                self.repeat(condition, invariants, body, place);
            }
            StatementKind::Assert(assertion) => {
                let condition = self.assertion(assertion);
                self.push(StmtKind::Assert { condition, origin: Origin::Text }, place);
            }
            StatementKind::Assume(assertion) => {
                let assumed = self.assertion(assertion);
                self.push(StmtKind::Inhale(assumed), place);
            }
            StatementKind::Ghost(kind, call) => self.ghost(*kind, call, place),
            StatementKind::Block(_) | StatementKind::Return(_) | StatementKind::Join(_) => {}
        }
    }

    /// An assertion; with effects, its value as a condition of the program.
    fn assertion(&mut self, source: &'p Source) -> Expr {
        let context = &mut self.scope.context;
        if !context.has_effects(source) {
            return self.scope.pure(source);
        }
        if context.has_permissions(source) {
            context.problems.add(source.span, Problem::EffectBesidePermission);
        }
        self.value(source)
    }

    fn assign(&mut self, target: &'p Target, value: &'p Source, place: Place) {
        let mut sources = target.operands();
        sources.push(value);
        let mut values = self.operands(&sources).into_iter();
        let at = self.scope.place(target.span);
        let kind = match &target.kind {
            TargetKind::Local(id) => {
                let (Some(target), Some(value)) = (self.scope.names.get(*id), values.next()) else {
                    return;
                };
                StmtKind::Assign { target, value }
            }
            TargetKind::Global(id) => {
                let Some(value) = values.next() else { return };
                let (receiver, field) = self.scope.context.global(*id, at);
                StmtKind::AssignField { receiver, field, value }
            }
            TargetKind::Field(_, id) => {
                let (Some(receiver), Some(value)) = (values.next(), values.next()) else { return };
                let field = self.scope.context.field_of(*id);
                StmtKind::AssignField { receiver, field, value }
            }
            TargetKind::Element(..) => {
                let Ok([array, index, value]) = <[Expr; 3]>::try_from(values.collect::<Vec<_>>())
                else {
                    return;
                };
                let (array, index) = (self.keep(array), self.keep(index));
                let value = self.keep(value);
                self.show_bounds(&array, &index, at);
                let field = self.scope.context.elements(&target.ty);
                let receiver = self.scope.context.slot(array, index, at);
                StmtKind::AssignField { receiver, field, value }
            }
        };
        self.push(kind, place);
    }

    fn repeat(
        &mut self,
        condition: &'p Source,
        invariants: &'p [Source],
        body: &'p [Statement],
        place: Place,
    ) {
        if self.scope.context.has_effects(condition) {
            self.scope.context.problems.add(condition.span, Problem::EffectInCondition);
            return;
        }
        let condition = self.value(condition);
        let invariants = invariants.iter().map(|source| self.scope.pure(source)).collect();
        let body = self.inside(|inner| inner.statements(body, false));
        self.push(StmtKind::While { condition, invariants, body }, place);
    }

    fn ghost(&mut self, kind: GhostKind, call: &'p Call, place: Place) {
        let kind = match kind {
            GhostKind::Open => StmtKind::Unfold(self.instance(call, place)),
            GhostKind::Close => StmtKind::Fold(self.instance(call, place)),
            GhostKind::Use => StmtKind::Assume(self.scope.definition(call, place)),
        };
        self.push(kind, place);
    }

    fn instance(&mut self, call: &'p Call, place: Place) -> Access {
        self.scope.predicate(call, None, place)
    }

    fn returned(&mut self, statement: &'p Statement, value: Option<&'p Source>, last: bool) {
        let place = self.scope.place(statement.span);
        if let Some(value) = value {
            let value = self.value(value);
            if let Some(target) = self.scope.names.result {
                self.push(StmtKind::Assign { target, value }, place);
            }
        }
        if !last {
            self.jumps = true;
            self.push(StmtKind::Goto(END.into()), place);
        }
    }
}

/// Whether control never comes behind statements, because all ways through them return.
fn ends(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::If { then, otherwise, .. } => ends(then) && ends(otherwise),
        StatementKind::Block(body) => ends(body),
        _ => false,
    })
}

/// Whether a statement has a `return` in it.
fn returns(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Return(_)) || statement.statements().any(returns)
}

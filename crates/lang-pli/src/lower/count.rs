//! Loops that count. As in PL/I the values of the head are evaluated once.
//!
//! A value that the rounds cannot change is evaluated again where it is used, so that a loop has no state but the
//! program's variables, and assertions in it can speak of all its state. Otherwise it is kept in a variable of its
//! own, `N'` for the bound `N`, which no statement can name.

use super::body::Body;
use super::integers::Simple;
use crate::check::constant;
use crate::effects::{Effects, Keeping, keeping};
use crate::tree::{Arithmetic, Count, End, Expr, ExprKind, Statement, Storage, Target, VarId};
use effigy_base::op::Op;
use effigy_ir::function::{BlockId, InstKind, MarkKind, Operand};
use num_bigint::{BigInt, Sign};

/// How to get a value of the head in each round.
enum Value<'p> {
    /// By evaluating it.
    Again(&'p Expr),
    /// From an object of its own.
    Kept(Operand),
    /// From an object of its own when the condition holds, else by evaluating it.
    Either(Operand, Operand, &'p Expr),
}

impl<'p> Body<'_, 'p> {
    pub(super) fn count(
        &mut self,
        statement: &'p Statement,
        count: &'p Count,
        body: &'p [Statement],
        end: &End,
    ) {
        let from = self.value(&count.from);
        let mut rounds = Effects::of_rounds(body, &count.tests);
        rounds.changes.insert(count.variable);
        let to = count.to.as_ref().map(|to| self.keep(to, &rounds));
        let by = count.by.as_ref().map(|by| self.keep(by, &rounds));
        self.at(statement.span);
        let Some((object, index)) = self.target(&Target::Variable(count.variable), statement.span)
        else {
            return;
        };
        self.put(&object, &index, from);
        let done = self.b.block();
        if count.to.is_none() && count.by.is_none() {
            self.before(&count.tests, done);
            self.statements(body);
            self.end(body, end);
            return self.enter(done);
        }
        let head = self.b.block();
        self.enter(head);
        self.mark(statement.number, MarkKind::Loop);
        if let Some(to) = &to {
            self.limit_of_rounds(count, (&object, &index), to, by.as_ref(), done);
        }
        self.before(&count.tests, done);
        self.statements(body);
        self.end(body, end);
        self.after(&count.tests, done);
        self.at(statement.span);
        let step = match &by {
            Some(by) => self.again(by),
            None => self.integers().small(1),
        };
        self.at(statement.span);
        let value = self.select(&object, &index);
        let next = self.binary(Arithmetic::Add, value, step);
        self.put(&object, &index, next);
        self.enter(head);
        self.b.switch_to(done);
    }

    /// Leaves the loop when the variable is past its last value.
    fn limit_of_rounds(
        &mut self,
        count: &Count,
        (object, index): (&Operand, &Operand),
        to: &Value<'p>,
        by: Option<&Value<'p>>,
        done: BlockId,
    ) {
        let to = self.again(to);
        let span = count.from.span;
        let value = self.select(object, index);
        let sign = match &count.by {
            None => Some(Sign::Plus),
            Some(by) => constant(by).map(|n: BigInt| n.sign()),
        };
        let upwards = |body: &mut Self| body.simple(Simple::AtMost, value.clone(), to.clone());
        let inside = match (sign, by) {
            (Some(Sign::Plus | Sign::NoSign), _) | (None, None) => upwards(self),
            (Some(Sign::Minus), _) => self.simple(Simple::AtMost, to.clone(), value.clone()),
            (None, Some(by)) => {
                let (up, zero) = (upwards(self), self.zero());
                let down = self.simple(Simple::AtMost, to.clone(), value.clone());
                let step = self.again(by);
                self.at(span);
                let negative = self.simple(Simple::Less, step, zero);
                self.b.op(Op::Ite, [negative, down, up])
            }
        };
        let round = self.b.block();
        self.b.branch(inside, round, done);
        self.b.switch_to(round);
    }

    /// Evaluates a value of the head, where that has to be done once.
    fn keep(&mut self, expression: &'p Expr, rounds: &Effects) -> Value<'p> {
        let elsewhere = self.has_statics_elsewhere();
        let keeping = keeping(expression, rounds, self.variables, elsewhere);
        if keeping == Keeping::Again {
            return Value::Again(expression);
        }
        let value = self.value(expression);
        let mut name = match &expression.kind {
            ExprKind::Variable(_) => format!("{}'", self.names().expression(expression)),
            _ => format!("({})'", self.names().expression(expression)),
        };
        while self.hidden.contains(&name) {
            name.push('\'');
        }
        self.hidden.push(name.clone());
        let visible = keeping == Keeping::Once;
        let object = self.in_entry(|body| {
            let (object, index) = (body.object(None), Some(body.zero()));
            if visible {
                let array = object.clone();
                body.b.push(InstKind::Variable { name, array, index, bounds: None });
            }
            object
        });
        let zero = self.zero();
        self.put(&object, &zero, value);
        match keeping {
            Keeping::Unless(pairs) => {
                let one = self.in_entry(|body| body.are_one(&pairs));
                Value::Either(one, object, expression)
            }
            _ => Value::Kept(object),
        }
    }

    fn has_statics_elsewhere(&self) -> bool {
        let own = self.variables.iter().filter(|(_, v)| v.storage == Storage::Static).count();
        self.context.statics.len() > own
    }

    /// Whether the variables of one of the pairs have the same object.
    fn are_one(&mut self, pairs: &[(VarId, VarId)]) -> Operand {
        let mut any = Operand::Bool(false);
        for (a, b) in pairs {
            let (a, b) = (self.places.get(*a).cloned(), self.places.get(*b).cloned());
            if let (Some(a), Some(b)) = (a, b) {
                let same = self.b.op(Op::Eq, [a.object().clone(), b.object().clone()]);
                any = match any {
                    Operand::Bool(_) => same,
                    any => self.b.op(Op::Or, [any, same]),
                };
            }
        }
        any
    }

    /// A value of the head, in a round.
    fn again(&mut self, value: &Value<'p>) -> Operand {
        let zero = self.zero();
        match value {
            Value::Again(expression) => self.value(expression),
            Value::Kept(object) => self.select(object, &zero),
            Value::Either(one, object, expression) => {
                let kept = self.select(object, &zero);
                let quiet = std::mem::replace(&mut self.quiet, true);
                let value = self.value(expression);
                self.quiet = quiet;
                self.b.op(Op::Ite, [one.clone(), kept, value])
            }
        }
    }
}

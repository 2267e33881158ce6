//! Statements.

use super::Checker;
use crate::problem::Problem;
use crate::syntax::{RawExpr, RawExprKind, RawHead, RawKind, RawStatement, RawTests};
use crate::tree::{Count, DoHead, End, Shape, Statement, StatementKind, Target, Tests, VarId};
use effigy_base::text::Span;

impl<'a> Checker<'a> {
    pub(super) fn body(&mut self, raw: &'a [RawStatement]) -> Vec<Statement> {
        raw.iter().map(|s| self.statement(s)).collect()
    }

    /// A statement; an empty one when something is wrong, which is reported.
    fn statement(&mut self, raw: &'a RawStatement) -> Statement {
        let kind = self.kind(&raw.kind, raw.span).unwrap_or(StatementKind::Empty);
        let labels = self.labels_of(&raw.labels);
        Statement { number: raw.number, labels, span: raw.span, kind }
    }

    fn kind(&mut self, raw: &'a RawKind, span: Span) -> Option<StatementKind> {
        let kind = match raw {
            RawKind::Empty => StatementKind::Empty,
            RawKind::Declare(declarations) => {
                let known = declarations.iter().filter_map(|d| self.variable(&d.name.text));
                StatementKind::Declare(known.map(|(id, _)| id).collect())
            }
            RawKind::Assign(target, value) => {
                let (target, value) = (self.target(target), self.integer(value));
                StatementKind::Assign(target?, value?)
            }
            RawKind::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let then = Box::new(self.statement(then));
                let otherwise = otherwise.as_ref().map(|s| Box::new(self.statement(s)));
                StatementKind::If { condition: condition?, then, otherwise }
            }
            RawKind::Do { head, body, end } => {
                let head = self.head(head);
                self.group_count += 1;
                self.groups.push(self.group_count);
                let body = self.body(body);
                self.groups.pop();
                let (number, labels) = (end.number, self.labels_of(&end.labels));
                StatementKind::Do { head: head?, body, end: End { number, labels, span: end.span } }
            }
            RawKind::GoTo(label) => StatementKind::GoTo(self.destination(label)?),
            RawKind::Call(name, arguments) => {
                let (callee, arguments) = self.called(name, arguments, span)?;
                StatementKind::Call(callee, arguments)
            }
            RawKind::Return(value) => self.returned(value.as_ref(), span)?,
            RawKind::Read(targets) => {
                let targets: Vec<_> = targets.iter().map(|t| self.target(t)).collect();
                StatementKind::Read(targets.into_iter().collect::<Option<_>>()?)
            }
            RawKind::Write(values) => {
                let values: Vec<_> = values.iter().map(|v| self.integer(v)).collect();
                StatementKind::Write(values.into_iter().collect::<Option<_>>()?)
            }
            RawKind::Assertion(kind, condition) => {
                self.quantifiers = true;
                let condition = self.condition(condition);
                self.quantifiers = false;
                StatementKind::Assertion(*kind, condition?)
            }
        };
        Some(kind)
    }

    fn returned(&mut self, value: Option<&RawExpr>, span: Span) -> Option<StatementKind> {
        match (value, self.function) {
            (None, Some(name)) => self.fail(span, Problem::MissingValue(name.to_owned())),
            (None, None) => Some(StatementKind::Return(None)),
            (Some(value), _) => Some(StatementKind::Return(Some(self.integer(value)?))),
        }
    }

    fn head(&mut self, raw: &RawHead) -> Option<DoHead> {
        match raw {
            RawHead::Once => Some(DoHead::Once),
            RawHead::Repeat(tests) => Some(DoHead::Repeat(Box::new(self.tests(tests)?))),
            RawHead::Count(count) => {
                let variable = self.integer_variable(&count.variable.text, count.variable.span);
                let from = self.integer(&count.from);
                let to = count.to.as_ref().map(|e| self.integer(e));
                let by = count.by.as_ref().map(|e| self.integer(e));
                let tests = self.tests(&count.tests);
                Some(DoHead::Count(Box::new(Count {
                    variable: variable?,
                    from: from?,
                    to: part(to)?,
                    by: part(by)?,
                    tests: tests?,
                })))
            }
        }
    }

    fn tests(&mut self, raw: &RawTests) -> Option<Tests> {
        let before = raw.before.as_ref().map(|c| self.condition(c));
        let after = raw.after.as_ref().map(|c| self.condition(c));
        Some(Tests { before: part(before)?, after: part(after)? })
    }

    /// What a value is stored in.
    pub fn target(&mut self, raw: &RawExpr) -> Option<Target> {
        match &raw.kind {
            RawExprKind::Name(name) => self.integer_variable(name, raw.span).map(Target::Variable),
            RawExprKind::Apply(name, subscripts) => {
                let array = self.array_variable(name, raw.span);
                let subscript = self.subscript(subscripts, raw.span);
                Some(Target::Element(array?, subscript?))
            }
            RawExprKind::Broken => None,
            _ => self.fail(raw.span, Problem::NeedsVariable),
        }
    }

    fn integer_variable(&mut self, name: &str, span: Span) -> Option<VarId> {
        if let Some((id, variable)) = self.variable(name) {
            return match variable.shape {
                Shape::Integer => Some(id),
                Shape::Array(_) => self.fail(span, Problem::ArrayAsInteger(name.to_owned())),
            };
        }
        let name = name.to_owned();
        if self.is_broken(&name) {
            None
        } else if self.find_procedure(&name).is_some() {
            self.fail(span, Problem::ProcedureAsVariable(name))
        } else if self.free {
            Some(self.add_new(&name, Shape::Integer, span))
        } else {
            let hint = self.near_variable(&name, false);
            self.fail(span, Problem::UnknownVariable { name, hint })
        }
    }
}

/// A part that may be missing, but not wrong.
fn part<T>(checked: Option<Option<T>>) -> Option<Option<T>> {
    match checked {
        None => Some(None),
        Some(None) => None,
        Some(value) => Some(value),
    }
}

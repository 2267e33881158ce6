//! `join a`: the statements in front of it end with `a`, those behind it begin with `a` alone.

use super::body::Body;
use super::make::all;
use crate::tree::{Expr as Source, Statement, StatementKind};
use effigy_lang_viper::tree::{Expr, StmtKind};

/// A `join` and its assertion.
pub(super) type Join<'p> = (&'p Statement, &'p Source);

/// The statements between two joins.
pub(super) struct Part<'p> {
    /// The join in front of them.
    pub joined: Option<Join<'p>>,
    /// The statements in front of it, whose variables are in sight.
    pub before: &'p [Statement],
    pub statements: &'p [Statement],
    /// The join behind them.
    pub join: Option<Join<'p>>,
}

/// The parts of a body; one without joins.
pub(super) fn parts(body: &[Statement]) -> Vec<Part<'_>> {
    let (mut parts, mut joined, mut start) = (Vec::new(), None, 0);
    for (at, statement) in body.iter().enumerate() {
        let StatementKind::Join(assertion) = &statement.kind else { continue };
        let join = Some((statement, assertion));
        let (before, rest) = body.split_at(start);
        let statements = rest.get(..at - start).unwrap_or(&[]);
        parts.push(Part { joined, before, statements, join });
        (joined, start) = (join, at + 1);
    }
    let (before, statements) = body.split_at(start);
    parts.push(Part { joined, before, statements, join: None });
    parts
}

impl<'p> Body<'_, 'p> {
    /// Brings the state to the start of a part: what the precondition gave is given back, and what the join says is
    /// assumed of variables with any values.
    pub fn begin(&mut self, part: &Part<'p>, preconditions: &[Expr]) {
        let Some((statement, assertion)) = part.joined else {
            return self.copy_parameters(true);
        };
        let place = self.scope.place(statement.span);
        self.push(StmtKind::Exhale(all(preconditions.to_vec(), place)), place);
        self.copy_parameters(false);
        let method = self.method;
        for statement in part.before {
            if let StatementKind::Declare(id, _) = &statement.kind {
                let declared = self.scope.declare(method, *id);
                self.push(StmtKind::Declare(declared.into_iter().collect()), place);
            }
        }
        let assumed = self.scope.pure(assertion);
        self.push(StmtKind::Inhale(assumed), place);
    }
}

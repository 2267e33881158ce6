//! Smoke detection: marks where a proof must be able to get to, so that a contradiction in what is assumed shows.
//!
//! A mark stands behind each `inhale` and `assume`, at the end of each branch and of each loop's body, before each `goto`,
//! and at the end of each method. It is `refute false` with an origin of its own. The statement `unreachable` says that
//! what follows it is not meant to be reached: there are no marks from there to where another way joins.

use crate::syntax::{Block, ExprKind, Member, MemberKind, Method, Stmt, StmtKind};
use crate::tree::Place;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The statement behind which nothing is meant to be reached.
pub(crate) const UNREACHABLE: &str = "unreachable";

/// Puts marks into all methods. Macros must be expanded.
pub(crate) fn mark(members: &mut [Member]) {
    for member in members {
        if let MemberKind::Method(Method { name, body: Some(body), .. }) = &mut member.kind {
            let mut marker = Marker { left: false, targets: FxHashSet::default() };
            marker.block(body, Some(name.place));
        }
    }
}

/// A walk in the order of the text.
struct Marker {
    /// Whether `unreachable` stands on all ways to here.
    left: bool,
    /// The labels of jumps that can be reached.
    targets: FxHashSet<Arc<str>>,
}

impl Marker {
    /// Marks the statements of a block, and its end where `end` says a place for it.
    fn block(&mut self, block: &mut Block, end: Option<Place>) {
        let mut marked = Vec::new();
        for statement in std::mem::take(&mut block.statements) {
            self.statement(statement, &mut marked);
        }
        if let Some(place) = end {
            self.mark(place, &mut marked);
        }
        block.statements = marked;
    }

    fn mark(&self, place: Place, out: &mut Vec<Stmt>) {
        if !self.left {
            out.push(Stmt { kind: StmtKind::Reached, place, annotations: Vec::new() });
        }
    }

    fn statement(&mut self, mut statement: Stmt, out: &mut Vec<Stmt>) {
        let place = statement.place;
        match &mut statement.kind {
            StmtKind::Inhale(_) | StmtKind::Assume(_) => {
                out.push(statement);
                return self.mark(place, out);
            }
            StmtKind::Evaluate(e) if matches!(&*e.kind, ExprKind::Name(name) if *name.text == *UNREACHABLE) =>
            {
                self.left = true;
                return;
            }
            StmtKind::Goto(label) => {
                self.mark(place, out);
                if !self.left {
                    self.targets.insert(label.text.clone());
                }
            }
            StmtKind::Label(name, _) => self.left &= !self.targets.contains(&name.text),
            StmtKind::If(_, then, otherwise) => self.branches(then, otherwise.as_mut()),
            StmtKind::While(parts) => {
                let before = self.left;
                let end = parts.body.place;
                self.block(&mut parts.body, Some(end));
                self.left = before;
            }
            StmtKind::Block(block) => self.block(block, None),
            _ => {}
        }
        out.push(statement);
    }

    fn branches(&mut self, then: &mut Block, otherwise: Option<&mut Block>) {
        let before = self.left;
        let end = |block: &Block| Some(block.place).filter(|_| !block.statements.is_empty());
        let of_then = end(then);
        self.block(then, of_then);
        let behind = std::mem::replace(&mut self.left, before);
        if let Some(block) = otherwise {
            let of_otherwise = end(block);
            self.block(block, of_otherwise);
        }
        self.left &= behind;
    }
}

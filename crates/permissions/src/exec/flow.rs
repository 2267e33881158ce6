//! Where execution goes: blocks, branches, loops and jumps.

use crate::produce::Source;
use crate::prover::Prover;
use crate::state::{Blame, Heap, State, Stop};
use effigy_lang_viper::tree::{Block, Expr, LocalId, Stmt, StmtKind};
use std::rc::Rc;
use std::sync::Arc;

/// How a block is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// At its end.
    End,
    /// By a jump to a label outside of it.
    Jump(Arc<str>),
}

/// States with how they left a block.
pub(crate) type Exits = Vec<(State, Exit)>;

/// Shows the jumps in statements, nested ones too.
fn jumps<'p>(statement: &'p Stmt, see: &mut impl FnMut(&'p Arc<str>)) {
    match &statement.kind {
        StmtKind::Goto(label) => see(label),
        StmtKind::If { then, otherwise, .. } => {
            for inner in then.statements.iter().chain(&otherwise.statements) {
                jumps(inner, see);
            }
        }
        StmtKind::While { body, .. } | StmtKind::Block(body) => {
            for inner in &body.statements {
                jumps(inner, see);
            }
        }
        _ => {}
    }
}

/// The variables that statements change, those that they declare included.
fn changed(statements: &[Stmt], found: &mut Vec<LocalId>) {
    for statement in statements {
        match &statement.kind {
            StmtKind::Assign { target, .. } | StmtKind::New { target, .. } => found.push(*target),
            StmtKind::Call { targets, .. } => found.extend(targets),
            StmtKind::Declare(locals) => found.extend(locals),
            StmtKind::If { then, otherwise, .. } => {
                changed(&then.statements, found);
                changed(&otherwise.statements, found);
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) => {
                changed(&body.statements, found);
            }
            StmtKind::Package { script, .. } => changed(&script.statements, found),
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
}

impl<'p> Prover<'p> {
    /// The states in which a block is left.
    pub(crate) fn body(&mut self, s: State, block: &'p Block) -> Result<Exits, Stop> {
        self.statements(s, &block.statements, 0)
    }

    /// The states in which statements are left that are begun at index `at`. One path after the other, each to its end, so
    /// that the solver's path changes little from one question to the next.
    fn statements(&mut self, s: State, all: &'p [Stmt], at: usize) -> Result<Exits, Stop> {
        let mut exits = Vec::new();
        let mut pending = vec![(s, at)];
        while let Some((s, at)) = pending.pop() {
            let Some(statement) = all.get(at) else {
                exits.push((s, Exit::End));
                continue;
            };
            let after = match self.loop_end(all, at) {
                Some(end) => {
                    let (label, invariants) = match &statement.kind {
                        StmtKind::Label { name, invariants } => (name, invariants),
                        _ => continue,
                    };
                    let inner = &all[at + 1..=end];
                    let exits = self.jump_loop(s, label, invariants, inner)?;
                    exits.into_iter().map(|(s, exit)| (s, exit, end + 1)).collect()
                }
                None => self.statement(s, statement)?,
            };
            let mut next = Vec::new();
            for (s, exit, skip) in after {
                let skip = skip.max(at + 1);
                match exit {
                    Exit::End => next.push((s, skip)),
                    Exit::Jump(label) => {
                        let target = all.iter().position(|other| {
                            matches!(&other.kind, StmtKind::Label { name, .. } if *name == label)
                        });
                        match target {
                            Some(target) if target > at => next.push((s, target)),
                            _ => exits.push((s, Exit::Jump(label))),
                        }
                    }
                }
            }
            next.reverse();
            pending.extend(next);
        }
        Ok(exits)
    }

    /// The last statement that jumps back to the label at `at`, if one does.
    fn loop_end(&self, all: &[Stmt], at: usize) -> Option<usize> {
        let StmtKind::Label { name, .. } = &all.get(at)?.kind else { return None };
        (at + 1..all.len()).rev().find(|index| {
            let mut found = false;
            jumps(&all[*index], &mut |label| found |= label == name);
            found
        })
    }

    fn statement(
        &mut self,
        s: State,
        statement: &'p Stmt,
    ) -> Result<Vec<(State, Exit, usize)>, Stop> {
        let numbered = |exits: Exits| exits.into_iter().map(|(s, e)| (s, e, 0)).collect();
        Ok(match &statement.kind {
            StmtKind::Goto(label) => vec![(s, Exit::Jump(label.clone()), 0)],
            StmtKind::Block(block) => numbered(self.body(s, block)?),
            StmtKind::If { condition, then, otherwise } => {
                numbered(self.branch(s, statement, condition, then, otherwise)?)
            }
            StmtKind::While { condition, invariants, body } => {
                numbered(self.repeat(s, statement, condition, invariants, body)?)
            }
            _ => match self.step(s, statement) {
                Ok(states) => states.into_iter().map(|s| (s, Exit::End, 0)).collect(),
                Err(Stop::Dead) => Vec::new(),
                Err(stop) => return Err(stop),
            },
        })
    }

    fn branch(
        &mut self,
        mut s: State,
        statement: &'p Stmt,
        condition: &'p Expr,
        then: &'p Block,
        otherwise: &'p Block,
    ) -> Result<Exits, Stop> {
        let place = statement.place;
        let blame = Blame { error: "if.failed", place: condition.place };
        let value = match self.eval(&mut s, condition, blame) {
            Ok(value) => value,
            Err(Stop::Dead) => return Ok(Vec::new()),
            Err(stop) => return Err(stop),
        };
        let base = s.clone();
        let (yes, no) = self.fork(s, value);
        let both = yes.is_some() && no.is_some();
        let mut sides = Vec::new();
        for (state, block, what) in
            [(yes, then, "the condition holds"), (no, otherwise, "the condition does not hold")]
        {
            if let Some(mut state) = state {
                self.note(&mut state, place, what);
                sides.push(self.body(state, block)?);
            }
        }
        if both && self.options.joins {
            return Ok(self.join_sides(&base, value, sides));
        }
        Ok(sides.into_iter().flatten().collect())
    }

    /// A loop from here: its invariant holds now, is kept by the body, and is what is known behind it.
    fn repeat(
        &mut self,
        s: State,
        statement: &'p Stmt,
        condition: &'p Expr,
        invariants: &'p [Expr],
        body: &'p Block,
    ) -> Result<Exits, Stop> {
        let mut written = Vec::new();
        changed(&body.statements, &mut written);
        let heads = self.loop_heads(&s, &written, invariants)?;
        let mut exits = Vec::new();
        for (mut head, rest) in self.establish(s, heads, invariants)? {
            let blame = Blame { error: "while.failed", place: condition.place };
            let value = match self.eval(&mut head, condition, blame) {
                Ok(value) => value,
                Err(Stop::Dead) => continue,
                Err(stop) => return Err(stop),
            };
            let (inside, outside) = self.fork(head, value);
            if let Some(mut inside) = inside {
                self.note(&mut inside, statement.place, "in the loop");
                for (end, exit) in self.body(inside, body)? {
                    match exit {
                        Exit::End => self.keep(end, invariants)?,
                        Exit::Jump(_) => exits.push((self.with_rest(end, &rest), exit)),
                    }
                }
            }
            if let Some(mut outside) = outside {
                self.note(&mut outside, statement.place, "behind the loop");
                exits.push((self.with_rest(outside, &rest), Exit::End));
            }
        }
        Ok(exits)
    }

    /// A loop that jumps make.
    fn jump_loop(
        &mut self,
        s: State,
        label: &'p Arc<str>,
        invariants: &'p [Expr],
        inner: &'p [Stmt],
    ) -> Result<Exits, Stop> {
        let mut written = Vec::new();
        changed(inner, &mut written);
        let heads = self.loop_heads(&s, &written, invariants)?;
        let mut exits = Vec::new();
        for (mut head, rest) in self.establish(s, heads, invariants)? {
            head.label(label);
            for (end, exit) in self.statements(head, inner, 0)? {
                match exit {
                    Exit::Jump(back) if back == *label => self.keep(end, invariants)?,
                    exit => exits.push((self.with_rest(end, &rest), exit)),
                }
            }
        }
        Ok(exits)
    }

    /// The states at the head of a loop, with the permissions of its invariant alone.
    fn loop_heads(
        &mut self,
        s: &State,
        written: &[LocalId],
        invariants: &'p [Expr],
    ) -> Result<Vec<State>, Stop> {
        let mut head = s.clone();
        head.heap = Rc::default();
        head.consolidated.clear();
        for local in written {
            if head.get(*local).is_some() {
                self.havoc(&mut head, *local);
            }
        }
        let wellformed = |e: &Expr| Blame { error: "not.wellformed", place: e.place };
        self.produce_all(head, Source::Fresh, invariants, &wellformed)
    }

    /// Each state at the head with what is left outside: the invariant is shown and taken out of `s`.
    fn establish(
        &mut self,
        s: State,
        heads: Vec<State>,
        invariants: &'p [Expr],
    ) -> Result<Vec<(State, Heap)>, Stop> {
        let base = s.facts.len();
        let blame = |e: &Expr| Blame { error: "invariant.not.established", place: e.place };
        let mut all = Vec::new();
        for (before, _) in self.exhale(s, invariants, &blame)? {
            for head in &heads {
                let mut state = before.clone();
                let offset = state.facts.len() - base;
                state
                    .branches
                    .extend(head.branches.iter().filter(|at| **at >= base).map(|at| at + offset));
                state.facts.extend_from_slice(&head.facts[base..]);
                state.store = head.store.clone();
                let rest = std::mem::replace(&mut state.heap, head.heap.clone());
                state.consolidated.clear();
                all.push((state, rest));
            }
        }
        Ok(all)
    }

    /// Shows that the invariant holds again.
    fn keep(&mut self, s: State, invariants: &'p [Expr]) -> Result<(), Stop> {
        let blame = |e: &Expr| Blame { error: "invariant.not.preserved", place: e.place };
        self.exhale(s, invariants, &blame)?;
        Ok(())
    }

    /// The state with permissions that a loop left outside.
    fn with_rest(&mut self, mut s: State, rest: &Heap) -> State {
        s.consolidated.clear();
        for chunk in rest.iter() {
            match &chunk.content {
                crate::state::Content::One { arguments, snapshot } => {
                    let arguments = arguments.to_vec();
                    self.put(&mut s, chunk.resource, &arguments, chunk.amount, *snapshot);
                }
                crate::state::Content::Many { .. } => s.add(chunk.clone()),
            }
        }
        s
    }
}

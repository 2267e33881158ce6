//! Where execution goes: blocks, branches, loops and jumps.

use crate::produce::Source;
use crate::prover::{Prover, SIDES};
use crate::state::{Blame, Heap, State, Stop, alive};
use effigy_lang_viper::tree::{Block, Expr, LocalId, Origin, Place, Stmt, StmtKind};
use std::collections::BTreeMap;
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

/// Shows the jumps in a statement that control can reach, nested ones too, and says whether control can reach its end.
fn jumps<'p>(statement: &'p Stmt, see: &mut impl FnMut(&'p Arc<str>)) -> bool {
    match &statement.kind {
        StmtKind::Goto(label) => {
            see(label);
            false
        }
        StmtKind::If { then, otherwise, .. } => {
            let ends = jumps_of_block(then, see);
            jumps_of_block(otherwise, see) || ends
        }
        StmtKind::While { body, .. } => {
            jumps_of_block(body, see);
            true
        }
        StmtKind::Block(body) => jumps_of_block(body, see),
        _ => true,
    }
}

/// The same for a block; behind a jump only a label is reached.
fn jumps_of_block<'p>(block: &'p Block, see: &mut impl FnMut(&'p Arc<str>)) -> bool {
    block.statements.iter().fold(true, |reached, statement| {
        let reached = reached || matches!(statement.kind, StmtKind::Label { .. });
        reached && jumps(statement, see)
    })
}

/// A `refute` of a member, by its condition; two may share a place when macros made them.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    /// Where it stands.
    pub(crate) place: Place,
    /// Why it is there.
    pub(crate) origin: Origin,
    /// Whether what it says failed on some path.
    pub(crate) failed: bool,
}

/// Notes all `refute` in a block.
pub(super) fn refutations(block: &Block, found: &mut BTreeMap<*const Expr, Refutation>) {
    for statement in &block.statements {
        match &statement.kind {
            StmtKind::Refute { condition, origin } => {
                let (place, origin) = (condition.place, origin.clone());
                found.insert(condition, Refutation { place, origin, failed: false });
            }
            StmtKind::If { then, otherwise, .. } => {
                refutations(then, found);
                refutations(otherwise, found);
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) => refutations(body, found),
            _ => {}
        }
    }
}

/// The variables that statements change, those that they declare included. A side of a branch that only leads to labels
/// which are not wanted is left out.
fn changed(statements: &[Stmt], wanted: &impl Fn(&str) -> bool, found: &mut Vec<LocalId>) {
    for statement in statements {
        match &statement.kind {
            StmtKind::Assign { target, .. } | StmtKind::New { target, .. } => found.push(*target),
            StmtKind::Call { targets, .. } => found.extend(targets),
            StmtKind::Declare(locals) => found.extend(locals),
            StmtKind::If { then, otherwise, .. } => {
                for side in [then, otherwise] {
                    let mut stays = false;
                    let ends = jumps_of_block(side, &mut |label| stays |= wanted(label));
                    if ends || stays {
                        changed(&side.statements, wanted, found);
                    }
                }
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) => {
                changed(&body.statements, wanted, found);
            }
            StmtKind::Package { script, .. } => changed(&script.statements, wanted, found),
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
}

/// Where control can go in a list of statements, by their indices; the end is an index too.
struct Graph {
    /// The loops that jumps make: the index of the label that they begin with, and all indices in them.
    loops: Vec<(usize, Vec<bool>)>,
    /// The label of a loop that is entered elsewhere too.
    entered: Option<usize>,
}

impl Graph {
    fn new(all: &[Stmt]) -> Self {
        let is_label = |statement: &Stmt| matches!(statement.kind, StmtKind::Label { .. });
        if !all.iter().any(is_label) {
            return Self { loops: Vec::new(), entered: None };
        }
        let next: Vec<Vec<usize>> = (0..all.len()).map(|at| successors(all, at)).collect();
        let mut loops: Vec<(usize, Vec<bool>)> = Vec::new();
        let mut entered = None;
        for (source, head) in back_edges(&next) {
            if reaches(&next, source, head) {
                entered = Some(head);
            }
            let found = loops.iter().position(|(other, _)| *other == head);
            let at = found.unwrap_or_else(|| {
                let mut members = vec![false; all.len() + 1];
                members[head] = true;
                loops.push((head, members));
                loops.len() - 1
            });
            let members = &mut loops[at].1;
            let mut pending = vec![source];
            while let Some(node) = pending.pop() {
                if !std::mem::replace(&mut members[node], true) {
                    let before = next.iter().enumerate().filter(|(_, to)| to.contains(&node));
                    pending.extend(before.map(|(from, _)| from));
                }
            }
        }
        Self { loops, entered }
    }
}

/// Whether a walk from the first statement comes to a place without coming by another.
fn reaches(next: &[Vec<usize>], goal: usize, without: usize) -> bool {
    let mut seen = vec![false; next.len() + 1];
    seen[without] = true;
    let mut pending = vec![0];
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            if node == goal {
                return true;
            }
            pending.extend(next.get(node).into_iter().flatten());
        }
    }
    false
}

fn label_index(all: &[Stmt], label: &str) -> Option<usize> {
    all.iter().position(
        |statement| matches!(&statement.kind, StmtKind::Label { name, .. } if **name == *label),
    )
}

/// The indices that control can go to from a statement.
fn successors(all: &[Stmt], at: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let ends = jumps(&all[at], &mut |label| found.extend(label_index(all, label)));
    if ends {
        found.push(at + 1);
    }
    found
}

/// The edges that lead back to where a walk from the first statement came from.
fn back_edges(next: &[Vec<usize>]) -> Vec<(usize, usize)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; next.len() + 1];
    let mut edges = Vec::new();
    let mut path = vec![(0, 0)];
    marks[0] = Mark::Open;
    while let Some((node, tried)) = path.last_mut() {
        let (from, to) = (*node, next.get(*node).and_then(|to| to.get(*tried)).copied());
        *tried += 1;
        match to {
            Some(to) if marks[to] == Mark::Open => edges.push((from, to)),
            Some(to) if marks[to] == Mark::New => {
                marks[to] = Mark::Open;
                path.push((to, 0));
            }
            Some(_) => {}
            None => {
                marks[from] = Mark::Done;
                path.pop();
            }
        }
    }
    edges
}

/// Where a list of statements, or a loop in it, is left: at an index, or by a jump to a label elsewhere.
enum Left {
    At(usize),
    Jump(Arc<str>),
}

impl<'p> Prover<'p> {
    /// The states in which a block is left.
    pub(crate) fn body(&mut self, s: State, block: &'p Block) -> Result<Exits, Stop> {
        let all = &block.statements;
        let graph = Graph::new(all);
        if let Some(StmtKind::Label { name, .. }) =
            graph.entered.and_then(|at| all.get(at)).map(|s| &s.kind)
        {
            let what = format!(
                "a jump into the loop that begins at the label `{name}` from outside of it"
            );
            return Err(self.unfollowed(&s, what, all[0].place));
        }
        let region = vec![true; all.len()];
        let left = self.statements(s, all, 0, (&graph, &region, None))?;
        Ok(left
            .into_iter()
            .map(|(s, left)| match left {
                Left::At(_) => (s, Exit::End),
                Left::Jump(label) => (s, Exit::Jump(label)),
            })
            .collect())
    }

    /// Runs statements from an index on while the region holds the index. One path after the other, each to its end, so that
    /// the solver's path changes little from one question to the next. `head` is the label of the loop that the region is.
    fn statements(
        &mut self,
        s: State,
        all: &'p [Stmt],
        from: usize,
        (graph, region, head): (&Graph, &[bool], Option<usize>),
    ) -> Result<Vec<(State, Left)>, Stop> {
        let mut exits = Vec::new();
        let mut pending = vec![(s, from)];
        while let Some((s, at)) = pending.pop() {
            let inside = region.get(at).copied().unwrap_or(false) && head != Some(at);
            let Some(statement) = all.get(at).filter(|_| inside) else {
                exits.push((s, Left::At(at)));
                continue;
            };
            let mut next = Vec::new();
            match graph.loops.iter().find(|(label, _)| *label == at) {
                Some((_, members)) => {
                    for (s, left) in self.jump_loop(s, all, at, graph, members)? {
                        match left {
                            Left::At(at) => next.push((s, at)),
                            left => exits.push((s, left)),
                        }
                    }
                }
                None => {
                    for (s, exit) in self.statement(s, statement)? {
                        match exit {
                            Exit::End => next.push((s, at + 1)),
                            Exit::Jump(label) => match label_index(all, &label) {
                                Some(target) => next.push((s, target)),
                                None => exits.push((s, Left::Jump(label))),
                            },
                        }
                    }
                }
            }
            next.reverse();
            pending.extend(next);
        }
        Ok(exits)
    }

    fn statement(&mut self, mut s: State, statement: &'p Stmt) -> Result<Exits, Stop> {
        // A declaration with a value is one statement to the reader, and two in the tree.
        if !matches!(statement.kind, StmtKind::Declare(_)) {
            self.remember(&mut s, statement.place);
        }
        Ok(match &statement.kind {
            StmtKind::Goto(label) => vec![(s, Exit::Jump(label.clone()))],
            StmtKind::Block(block) => self.body(s, block)?,
            StmtKind::If { condition, then, otherwise } => {
                self.branch(s, statement, condition, then, otherwise)?
            }
            StmtKind::While { condition, invariants, body } => {
                self.repeat(s, statement, condition, invariants, body)?
            }
            _ => match self.step(s, statement) {
                Ok(states) => states.into_iter().map(|s| (s, Exit::End)).collect(),
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
        let Some(value) = alive(self.eval(&mut s, condition, blame))? else {
            return Ok(Vec::new());
        };
        let base = s.clone();
        let (yes, no) = self.fork(s, value);
        let both = yes.is_some() && no.is_some();
        if let (true, Some(left)) = (both, self.forks_left) {
            self.forks_left = Some(left.checked_sub(1).ok_or(Stop::Cancelled)?);
        }
        let mut sides = Vec::new();
        for (state, block, what) in [(yes, then, SIDES[0]), (no, otherwise, SIDES[1])] {
            if let Some(mut state) = state {
                self.note(&mut state, place, what);
                sides.push(self.body(state, block)?);
            }
        }
        if both && self.joins.is_some() {
            return Ok(self.join_sides(&base, value, place, sides));
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
        if !jumps_of_block(body, &mut |_| {}) {
            return self.run_once(s, statement, condition, invariants, body);
        }
        let mut written = Vec::new();
        changed(&body.statements, &|_| true, &mut written);
        let heads = self.loop_heads(&s, &written, invariants)?;
        let mut exits = Vec::new();
        for (mut head, rest) in self.establish(s, heads, invariants)? {
            let blame = Blame { error: "while.failed", place: condition.place };
            let Some(value) = alive(self.eval(&mut head, condition, blame))? else { continue };
            let (inside, outside) = self.fork(head, value);
            if let Some(mut inside) = inside {
                self.note(&mut inside, statement.place, "in the loop");
                for (end, exit) in self.body(inside, body)? {
                    match exit {
                        Exit::End => {
                            self.keep(end, invariants, body.end().unwrap_or(statement.place))?;
                        }
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

    /// A loop whose body is left by jumps alone: nothing comes back to its head, and what is known there stays known.
    fn run_once(
        &mut self,
        mut s: State,
        statement: &'p Stmt,
        condition: &'p Expr,
        invariants: &'p [Expr],
        body: &'p Block,
    ) -> Result<Exits, Stop> {
        for invariant in invariants {
            let blame = Blame { error: "invariant.not.established", place: invariant.place };
            if alive(self.assert_assertion(&mut s, invariant, blame))?.is_none() {
                return Ok(Vec::new());
            }
        }
        let blame = Blame { error: "while.failed", place: condition.place };
        let Some(value) = alive(self.eval(&mut s, condition, blame))? else {
            return Ok(Vec::new());
        };
        let (inside, outside) = self.fork(s, value);
        let mut exits = Vec::new();
        if let Some(mut inside) = inside {
            self.note(&mut inside, statement.place, "in the loop");
            exits.extend(self.body(inside, body)?);
        }
        if let Some(mut outside) = outside {
            self.note(&mut outside, statement.place, "behind the loop");
            exits.push((outside, Exit::End));
        }
        Ok(exits)
    }

    /// A loop that jumps make, from its label on.
    fn jump_loop(
        &mut self,
        s: State,
        all: &'p [Stmt],
        at: usize,
        graph: &Graph,
        members: &[bool],
    ) -> Result<Vec<(State, Left)>, Stop> {
        let StmtKind::Label { name, invariants } = &all[at].kind else { return Ok(Vec::new()) };
        let mut written = Vec::new();
        let inside = |label: &str| label_index(all, label).is_some_and(|index| members[index]);
        for (index, statement) in all.iter().enumerate() {
            if members[index] {
                changed(std::slice::from_ref(statement), &inside, &mut written);
            }
        }
        let heads = self.loop_heads(&s, &written, invariants)?;
        let mut exits = Vec::new();
        for (mut head, rest) in self.establish(s, heads, invariants)? {
            head.label(name);
            for (end, left) in self.statements(head, all, at + 1, (graph, members, Some(at)))? {
                match left {
                    Left::At(back) if back == at => self.keep(end, invariants, all[at].place)?,
                    left => exits.push((self.with_rest(end, &rest), left)),
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
    fn keep(&mut self, mut s: State, invariants: &'p [Expr], head: Place) -> Result<(), Stop> {
        self.remember_last(&mut s, head);
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

//! Where execution goes: blocks, branches, loops and jumps.

use super::graph::{Graph, changed, jumps_of_block, label_index};
use super::{self as exec, join};
use crate::contracts;
use crate::prover::{Exit, Exits, Prover, SIDES, Source};
use crate::state::{Blame, Content, Heap, State, Stop, alive};
use crate::variables;
use effigy_lang_viper::tree::{Block, Expr, LocalId, Place, Stmt, StmtKind};
use std::rc::Rc;
use std::sync::Arc;

/// Where a list of statements, or a loop in it, is left: at an index, or by a jump to a label elsewhere.
enum Left {
    At(usize),
    Jump(Arc<str>),
}

/// The states in which a block is left.
pub(crate) fn execute_block<'p>(
    p: &mut Prover<'p>,
    s: State,
    block: &'p Block,
) -> Result<Exits, Stop> {
    let all = &block.statements;
    let graph = Graph::new(all);
    if let Some(StmtKind::Label { name, .. }) =
        graph.entered.and_then(|at| all.get(at)).map(|s| &s.kind)
    {
        let what =
            format!("a jump into the loop that begins at the label `{name}` from outside of it");
        return Err(p.unfollowed(&s, what, all[0].place));
    }
    let region = vec![true; all.len()];
    let left = statements(p, s, all, 0, (&graph, &region, None))?;
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
fn statements<'p>(
    p: &mut Prover<'p>,
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
                for (s, left) in jump_loop(p, s, all, at, graph, members)? {
                    match left {
                        Left::At(at) => next.push((s, at)),
                        left => exits.push((s, left)),
                    }
                }
            }
            None => {
                for (s, exit) in execute_statement(p, s, statement)? {
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

fn execute_statement<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    statement: &'p Stmt,
) -> Result<Exits, Stop> {
    // A declaration with a value is one statement to the reader, and two in the tree.
    if !matches!(statement.kind, StmtKind::Declare(_)) {
        p.history.remember(&mut s, statement.place);
    }
    Ok(match &statement.kind {
        StmtKind::Goto(label) => vec![(s, Exit::Jump(label.clone()))],
        StmtKind::Block(block) => execute_block(p, s, block)?,
        StmtKind::If { condition, then, otherwise } => {
            branch(p, s, statement, condition, then, otherwise)?
        }
        StmtKind::While { condition, invariants, body } => {
            repeat(p, s, statement, condition, invariants, body)?
        }
        _ => match exec::step(p, s, statement) {
            Ok(states) => states.into_iter().map(|s| (s, Exit::End)).collect(),
            Err(Stop::Dead) => Vec::new(),
            Err(stop) => return Err(stop),
        },
    })
}

fn branch<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    statement: &'p Stmt,
    condition: &'p Expr,
    then: &'p Block,
    otherwise: &'p Block,
) -> Result<Exits, Stop> {
    let place = statement.place;
    let blame = Blame { error: "if.failed", place: condition.place };
    let Some(value) = alive(p.eval(&mut s, condition, blame))? else {
        return Ok(Vec::new());
    };
    let base = s.clone();
    let (yes, no) = p.fork(s, value);
    let both = yes.is_some() && no.is_some();
    if let (true, Some(left)) = (both, p.forks_left) {
        p.forks_left = Some(left.checked_sub(1).ok_or(Stop::Cancelled)?);
    }
    let mut sides = Vec::new();
    for (state, block, what) in [(yes, then, SIDES[0]), (no, otherwise, SIDES[1])] {
        if let Some(mut state) = state {
            state.note(place, what);
            sides.push(execute_block(p, state, block)?);
        }
    }
    if both && p.joins.is_some() {
        return Ok(join::join_sides(p, &base, value, place, sides));
    }
    Ok(sides.into_iter().flatten().collect())
}

/// A loop from here: its invariant holds now, is kept by the body, and is what is known behind it.
fn repeat<'p>(
    p: &mut Prover<'p>,
    s: State,
    statement: &'p Stmt,
    condition: &'p Expr,
    invariants: &'p [Expr],
    body: &'p Block,
) -> Result<Exits, Stop> {
    if !jumps_of_block(body, &mut |_| {}) {
        return run_once(p, s, statement, condition, invariants, body);
    }
    let mut written = Vec::new();
    changed(&body.statements, &|_| true, &mut written);
    let heads = loop_heads(p, &s, &written, invariants)?;
    let mut exits = Vec::new();
    for (mut head, rest) in establish(p, s, heads, invariants)? {
        let blame = Blame { error: "while.failed", place: condition.place };
        let Some(value) = alive(p.eval(&mut head, condition, blame))? else { continue };
        let (inside, outside) = p.fork(head, value);
        if let Some(mut inside) = inside {
            inside.note(statement.place, "in the loop");
            for (end, exit) in execute_block(p, inside, body)? {
                match exit {
                    Exit::End => {
                        keep(p, end, invariants, body.end().unwrap_or(statement.place))?;
                    }
                    Exit::Jump(_) => exits.push((with_rest(p, end, &rest), exit)),
                }
            }
        }
        if let Some(mut outside) = outside {
            outside.note(statement.place, "behind the loop");
            exits.push((with_rest(p, outside, &rest), Exit::End));
        }
    }
    Ok(exits)
}

/// A loop whose body is left by jumps alone: nothing comes back to its head, and what is known there stays known.
fn run_once<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    statement: &'p Stmt,
    condition: &'p Expr,
    invariants: &'p [Expr],
    body: &'p Block,
) -> Result<Exits, Stop> {
    for invariant in invariants {
        let blame = Blame { error: "invariant.not.established", place: invariant.place };
        if alive(contracts::assert_assertion(p, &mut s, invariant, blame))?.is_none() {
            return Ok(Vec::new());
        }
    }
    let blame = Blame { error: "while.failed", place: condition.place };
    let Some(value) = alive(p.eval(&mut s, condition, blame))? else {
        return Ok(Vec::new());
    };
    let (inside, outside) = p.fork(s, value);
    let mut exits = Vec::new();
    if let Some(mut inside) = inside {
        inside.note(statement.place, "in the loop");
        exits.extend(execute_block(p, inside, body)?);
    }
    if let Some(mut outside) = outside {
        outside.note(statement.place, "behind the loop");
        exits.push((outside, Exit::End));
    }
    Ok(exits)
}

/// A loop that jumps make, from its label on.
fn jump_loop<'p>(
    p: &mut Prover<'p>,
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
    let heads = loop_heads(p, &s, &written, invariants)?;
    let mut exits = Vec::new();
    for (mut head, rest) in establish(p, s, heads, invariants)? {
        head.label(name);
        for (end, left) in statements(p, head, all, at + 1, (graph, members, Some(at)))? {
            match left {
                Left::At(back) if back == at => keep(p, end, invariants, all[at].place)?,
                left => exits.push((with_rest(p, end, &rest), left)),
            }
        }
    }
    Ok(exits)
}

/// The states at the head of a loop, with the permissions of its invariant alone.
fn loop_heads<'p>(
    p: &mut Prover<'p>,
    s: &State,
    written: &[LocalId],
    invariants: &'p [Expr],
) -> Result<Vec<State>, Stop> {
    let mut head = s.clone();
    head.heap = Rc::default();
    head.consolidated.clear();
    for local in written {
        if head.get(*local).is_some() {
            variables::havoc(p, &mut head, *local);
        }
    }
    let wellformed = |e: &Expr| Blame { error: "not.wellformed", place: e.place };
    contracts::produce_all(p, head, Source::Fresh, invariants, &wellformed)
}

/// Each state at the head with what is left outside: the invariant is shown and taken out of `s`.
fn establish<'p>(
    p: &mut Prover<'p>,
    s: State,
    heads: Vec<State>,
    invariants: &'p [Expr],
) -> Result<Vec<(State, Heap)>, Stop> {
    let base = s.facts.len();
    let blame = |e: &Expr| Blame { error: "invariant.not.established", place: e.place };
    let mut all = Vec::new();
    for (before, _) in contracts::exhale(p, s, invariants, &blame)? {
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
fn keep<'p>(
    p: &mut Prover<'p>,
    mut s: State,
    invariants: &'p [Expr],
    head: Place,
) -> Result<(), Stop> {
    p.history.remember_last(&mut s, head);
    let blame = |e: &Expr| Blame { error: "invariant.not.preserved", place: e.place };
    contracts::exhale(p, s, invariants, &blame)?;
    Ok(())
}

/// The state with permissions that a loop left outside.
fn with_rest(p: &mut Prover<'_>, mut s: State, rest: &Heap) -> State {
    s.consolidated.clear();
    for chunk in rest.iter() {
        match &chunk.content {
            Content::One { arguments, snapshot } => {
                let arguments = arguments.to_vec();
                p.chunks().put(&mut s, chunk.resource, &arguments, chunk.amount, *snapshot);
            }
            Content::Many { .. } => s.add(chunk.clone()),
        }
    }
    s
}

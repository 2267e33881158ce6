//! The place of a region's paths in the execution tree.

use crate::data::merge_record::MergeRecord;
use crate::data::question::Kind;
use crate::data::stop::{Alternative, Ending};
use crate::data::trail::{Choice, Decision, Trail};
use crate::data::tree::NodeId;
use crate::machine::Context;
use crate::state::State;
use effigy_term::Term;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// What a path was when it came to a fork at which a region begins.
pub(crate) struct Before {
    trail: Trail,
    depth: u64,
    node: Option<(NodeId, u32)>,
    conditions: usize,
    /// What was merged since the fork before.
    merged: Rc<Vec<MergeRecord>>,
    /// The question that the region answers.
    question: u64,
    /// What is left of the prefix that the path is taken up with.
    prefix: Vec<Choice>,
    open: Arc<[Arc<[u32]>]>,
    /// How many forks the worker's tree had.
    forks: usize,
}

impl Before {
    /// A path that is about to part.
    pub(crate) fn new(state: &mut State, sides: &[Alternative], context: &Context) -> Self {
        Self {
            trail: state.history.trail.clone(),
            depth: state.history.depth,
            node: state.history.node,
            conditions: state.path.condition.len(),
            merged: state.kept.merged.clone(),
            question: context.identity(Kind::Meeting, sides.iter().map(|a| a.constraint)),
            prefix: std::mem::take(&mut state.answers.prefix),
            open: state.answers.open.clone(),
            forks: context.tree.len(),
        }
    }

    /// Whether the path is taken up again behind the region.
    pub(crate) fn is_replayed(&self) -> bool {
        !self.prefix.is_empty()
    }

    /// Whether the region is the one that the path, when it is taken up again, went through: the same paths are left.
    pub(crate) fn leads_to_one_of(
        &self,
        paths: &[(State, Option<Ending>)],
        merged: bool,
        context: &mut Context,
    ) -> bool {
        let [.., left, meeting] = &*self.prefix else { return self.prefix.is_empty() };
        let is_one = match left.answer {
            Decision::Took(side) => (side as usize) < paths.len() && paths.len() > 1,
            answer => answer == Decision::Forced(0) && paths.len() == 1,
        };
        let met = |answer| answer == Decision::Forced(0);
        merged && is_one && met(meeting.answer) && left.question == self.left(paths, context)
    }

    /// The question which of these paths is left.
    fn left(&self, paths: &[(State, Option<Ending>)], context: &mut Context) -> u64 {
        let mut hasher = FxHasher::default();
        for (state, _) in paths {
            inputs_of(context, state, self.conditions).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Makes one fork of a region in which paths were merged: a side for each path that is left. A path that is taken
    /// up again goes on on its side only.
    pub(crate) fn place(
        self,
        mut paths: Vec<(State, Option<Ending>)>,
        context: &mut Context,
    ) -> Vec<(State, Option<Ending>)> {
        context.tree.truncate(self.forks);
        let left = self.left(&paths, context);
        let Before { trail, depth, node, conditions, merged, question, mut prefix, open, .. } =
            self;
        prefix.pop();
        let replayed = prefix.pop().map(|choice| choice.answer);
        let alone = paths.len() == 1;
        let fork = match (paths.first(), alone) {
            (Some((first, _)), false) => {
                let mut at_fork = first.clone();
                at_fork.history.node = node;
                at_fork.kept.merged = merged.clone();
                let side = |(state, _): &(State, Option<Ending>)| {
                    let added = state.path.condition.get(conditions..).unwrap_or_default();
                    context.store.and_all(added)
                };
                let sides: Vec<Term> = paths.iter().map(side).collect();
                let all = (0..sides.len() as u32).collect();
                Some(context.node(&at_fork, sides, all))
            }
            _ => None,
        };
        for (side, (state, _)) in (0..).zip(&mut paths) {
            let answer = match fork {
                Some(_) => Decision::Took(side),
                None => Decision::Forced(0),
            };
            state.kept.met = true;
            if fork.is_none() {
                state.kept.merged =
                    Rc::new(merged.iter().chain(&*state.kept.merged).cloned().collect());
            }
            state.history.trail = trail.clone();
            state.history.trail.push(Choice { question, answer: Decision::Forced(0) });
            state.history.trail.push(Choice { question: left, answer });
            state.history.depth = depth + u64::from(fork.is_some());
            state.history.node = fork.map(|fork| (fork, side)).or(node);
            state.answers.open = open.clone();
        }
        if let Some(Decision::Took(side) | Decision::Forced(side)) = replayed {
            paths = paths.into_iter().skip(side as usize).take(1).collect();
            if let Some((state, _)) = paths.first_mut() {
                state.answers.prefix = prefix;
            }
        }
        paths
    }
}

/// What tells the inputs of a path from those of others: a fingerprint, where sets of inputs say which they are, else its
/// conditions behind the first so many.
fn inputs_of(cx: &mut Context, state: &State, conditions: usize) -> u64 {
    let fingerprint = cx.path_sets().and_then(|mut sets| sets.path_set(state)).and_then(|path| {
        let sets = cx.sets.as_ref()?;
        sets.fingerprint(&cx.store, path)
    });
    fingerprint.unwrap_or_else(|| {
        let added = state.path.condition.get(conditions..).unwrap_or_default();
        cx.identity(Kind::Left, added.iter().copied())
    })
}

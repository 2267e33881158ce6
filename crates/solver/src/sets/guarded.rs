//! Conditions on one path: choices are pushed out of operators, and only what the inputs of the path can choose is looked at.
//!
//! What a word is on a path is a list of terms without choices, each with the inputs for which it is that. The operators above
//! are applied to such terms one by one (value summaries; Sen et al., *MultiSE*, 2015), so that no diagram is made of a whole
//! word, and none says anything about inputs of other paths.

use super::choices::{parts_in_order, sides};
use super::diagrams::Diagram;
use super::{Set, Sets};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Term, TermStore};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Most terms that a word can be.
const MOST_LEAVES: usize = 128;

/// Most lists of arguments to which an operator is applied.
const MOST_PAIRS: usize = 1024;

/// Deepest nesting of operators and choices.
const DEEPEST: u32 = 200;

/// Most steps of diagrams for a question whose parts are looked at each on the inputs for which it matters: a tenth of a second.
const MOST_STEPS: u64 = 2_000_000;

/// What a question may still look at.
#[derive(Default)]
pub(super) struct Effort {
    /// Up to which of all steps.
    until: u64,
    /// The inputs of the path, where each part is looked at once, on all of them, however many sets of them it matters for.
    all: Option<Diagram>,
}

/// What is known from earlier questions.
#[derive(Default)]
pub(super) struct OnPaths {
    /// What words are on paths.
    words: FxHashMap<(Term, Diagram), Option<Guarded>>,
    /// The same where each part is looked at once.
    words_on_all: FxHashMap<(Term, Diagram), Option<Guarded>>,
    truths_on_all: FxHashMap<(Term, Diagram), Option<Diagram>>,
}

/// What a word is, each with the inputs for which it is that. They are disjoint, and none is empty.
pub(super) type Guarded = Rc<[(Term, Diagram)]>;

impl Sets {
    /// The inputs of `path` for which a condition holds; `None` when it is much, or a diagram is large.
    pub fn on_path(&mut self, store: &mut TermStore, condition: Term, path: Set) -> Option<Set> {
        self.know_variables(store, condition)?;
        if path.epoch != self.epoch {
            return None;
        }
        let diagram = self.of_path(store, condition, path.diagram)?;
        Some(self.set(diagram))
    }

    /// The inputs of `path` for which a condition holds whose variables have their levels.
    pub(super) fn of_path(
        &mut self,
        store: &mut TermStore,
        condition: Term,
        path: Diagram,
    ) -> Option<Diagram> {
        let found = self.asked(path, |sets| sets.truth_on(store, condition, path, 0));
        found.or_else(|| self.tried(store, condition, path))
    }

    /// The values that a word can have on `path`, the lowest first; `None` when it can be something else than constants.
    pub fn values_on(&mut self, store: &mut TermStore, word: Term, path: Set) -> Option<Vec<u128>> {
        self.know_variables(store, word)?;
        if path.epoch != self.epoch {
            return None;
        }
        let leaves = self.asked(path.diagram, |sets| sets.word_on(store, word, path.diagram, 0))?;
        let mut values: Vec<u128> =
            leaves.iter().map(|(leaf, _)| store.as_bits(*leaf)).collect::<Option<_>>()?;
        values.sort_unstable();
        Some(values)
    }

    /// Answers a question about the inputs of a path with little effort, in one of two ways.
    pub(super) fn asked<R>(
        &mut self,
        path: Diagram,
        mut question: impl FnMut(&mut Self) -> Option<R>,
    ) -> Option<R> {
        self.effort = Effort { until: self.diagrams.steps() + MOST_STEPS, all: None };
        let answer = question(self);
        if answer.is_some() || self.may_look() {
            return answer;
        }
        self.effort = Effort { until: u64::MAX, all: Some(path) };
        question(self)
    }

    /// Whether there is effort left to look at one more part.
    fn may_look(&self) -> bool {
        self.diagrams.steps() <= self.effort.until
    }

    /// Whether a term is made of choices among words, outside of conditions whose diagrams are known.
    fn chooses(&mut self, store: &TermStore, term: Term) -> bool {
        let mut pending = vec![term];
        while let Some(&t) = pending.last() {
            if self.choosing.contains_key(&t) {
                pending.pop();
                continue;
            }
            let word = store.sort(t) != Sort::Bool;
            let known = match (word, self.truths.get(&t)) {
                (true, _) if !sides(store, t).is_empty() => Some(true),
                (false, Some(Some(_))) => Some(false),
                _ => None,
            };
            let before = pending.len();
            if known.is_none() {
                let unknown = |t: &&Term| !self.choosing.contains_key(t);
                pending.extend(store.args(t).iter().filter(unknown));
            }
            if pending.len() == before {
                pending.pop();
                let any =
                    || store.args(t).iter().any(|part| self.choosing.get(part) == Some(&true));
                let chooses = known.unwrap_or_else(any);
                self.choosing.insert(t, chooses);
            }
        }
        self.choosing.get(&term) == Some(&true)
    }

    /// The inputs of a path for which a condition holds.
    fn truth_on(
        &mut self,
        store: &mut TermStore,
        t: Term,
        path: Diagram,
        depth: u32,
    ) -> Option<Diagram> {
        if path == Diagram::FALSE {
            return Some(path);
        }
        self.diagrams.allow(self.most);
        if let Some(truth) = self.truths.get(&t).copied().flatten() {
            return self.diagrams.and(path, truth);
        }
        if !self.chooses(store, t)
            && let Some(truth) = self.truth(store, t)
        {
            self.diagrams.allow(self.most);
            return self.diagrams.and(path, truth);
        }
        match self.effort.all {
            Some(all) if path != all => {
                let truth = self.truth_on(store, t, all, depth)?;
                self.diagrams.allow(self.most);
                self.diagrams.and(truth, path)
            }
            Some(all) => {
                if let Some(known) = self.on_paths.truths_on_all.get(&(t, all)) {
                    return *known;
                }
                let truth = self.truth_of_parts(store, t, all, depth);
                self.on_paths.truths_on_all.insert((t, all), truth);
                truth
            }
            None => self.truth_of_parts(store, t, path, depth),
        }
    }

    /// The same from what the parts of the condition are.
    fn truth_of_parts(
        &mut self,
        store: &mut TermStore,
        t: Term,
        path: Diagram,
        depth: u32,
    ) -> Option<Diagram> {
        if depth > DEEPEST || !self.may_look() {
            return None;
        }
        let (op, args) = (store.op(t)?, store.args(t).to_vec());
        let bools = args.iter().all(|arg| store.sort(*arg) == Sort::Bool);
        if !bools {
            let mut holds = Diagram::FALSE;
            for (pair, here) in self.applied(store, op, &args, path, depth)?.iter() {
                let truth = self.truth(store, *pair)?;
                self.diagrams.allow(self.most);
                let both = self.diagrams.and(*here, truth)?;
                holds = self.diagrams.or(holds, both)?;
            }
            return Some(holds);
        }
        let mut on = |t: &Term, path: Diagram| self.truth_on(store, *t, path, depth + 1);
        match (op, &*args) {
            (Op::Not, [a]) => {
                let a = on(a, path)?;
                self.diagrams.and(path, !a)
            }
            (Op::And, [a, b]) => {
                let a = on(a, path)?;
                on(b, a)
            }
            (Op::Or, [a, b]) => {
                let a = on(a, path)?;
                let rest = self.diagrams.and(path, !a)?;
                let b = self.truth_on(store, *b, rest, depth + 1)?;
                self.diagrams.or(a, b)
            }
            (Op::Ite, [c, yes, no]) => {
                let with = on(c, path)?;
                let without = self.diagrams.and(path, !with)?;
                let yes = self.truth_on(store, *yes, with, depth + 1)?;
                let no = self.truth_on(store, *no, without, depth + 1)?;
                self.diagrams.or(yes, no)
            }
            (Op::Xor | Op::Eq, [a, b]) => {
                let (a, b) = (on(a, path)?, on(b, path)?);
                let differ = self.diagrams.xor(a, b)?;
                match op {
                    Op::Xor => Some(differ),
                    _ => self.diagrams.and(path, !differ),
                }
            }
            _ => None,
        }
    }

    /// What a word is on a path.
    pub(super) fn word_on(
        &mut self,
        store: &mut TermStore,
        t: Term,
        path: Diagram,
        depth: u32,
    ) -> Option<Guarded> {
        if !self.chooses(store, t) {
            return Some(Rc::from([(t, path)]));
        }
        if let Some(all) = self.effort.all {
            return self.word_on_all(store, t, (all, path), depth);
        }
        if let Some(found) = self.on_paths.words.get(&(t, path)) {
            return found.clone();
        }
        let found = self.found_on(store, t, path, depth).map(Guarded::from);
        // What is given up for want of effort may be found by another question.
        if found.is_some() || self.may_look() {
            self.on_paths.words.insert((t, path), found.clone());
        }
        found
    }

    /// The same, where it is looked at once for all inputs of the path.
    fn word_on_all(
        &mut self,
        store: &mut TermStore,
        t: Term,
        (all, path): (Diagram, Diagram),
        depth: u32,
    ) -> Option<Guarded> {
        let known = self.on_paths.words_on_all.get(&(t, all)).cloned();
        let on_all = known.unwrap_or_else(|| {
            let found = self.found_on_all(store, t, all, depth).map(Guarded::from);
            self.on_paths.words_on_all.insert((t, all), found.clone());
            found
        })?;
        if path == all {
            return Some(on_all);
        }
        let mut found = Vec::new();
        self.add_within(&mut found, &on_all, path)?;
        Some(Guarded::from(found))
    }

    /// What a word is on all inputs of the path: what each side of its choice is there, on the inputs that choose it.
    fn found_on_all(
        &mut self,
        store: &mut TermStore,
        t: Term,
        all: Diagram,
        depth: u32,
    ) -> Option<Vec<(Term, Diagram)>> {
        let sides = sides(store, t);
        if sides.is_empty() || depth > DEEPEST {
            return self.found_on(store, t, all, depth);
        }
        let (mut found, mut left) = (Vec::new(), all);
        for (condition, negated, part) in sides {
            let here = self.side_on(store, (condition, negated), left, depth + 1)?;
            self.diagrams.allow(self.most);
            left = self.diagrams.and(left, !here)?;
            let word = self.word_on(store, part, all, depth + 1)?;
            self.add_within(&mut found, &word, here)?;
        }
        Some(found)
    }

    /// The inputs that take a side of a choice, of those that the sides before it left.
    fn side_on(
        &mut self,
        store: &mut TermStore,
        (condition, is_last): (Term, bool),
        left: Diagram,
        depth: u32,
    ) -> Option<Diagram> {
        match is_last {
            true => Some(left),
            false => self.truth_on(store, condition, left, depth),
        }
    }

    /// Adds what a word is for fewer inputs.
    fn add_within(
        &mut self,
        found: &mut Vec<(Term, Diagram)>,
        word: &Guarded,
        here: Diagram,
    ) -> Option<()> {
        for (leaf, there) in word.iter() {
            self.diagrams.allow(self.most);
            let both = self.diagrams.and(*there, here)?;
            self.add(found, *leaf, both)?;
        }
        Some(())
    }

    fn found_on(
        &mut self,
        store: &mut TermStore,
        t: Term,
        path: Diagram,
        depth: u32,
    ) -> Option<Vec<(Term, Diagram)>> {
        if depth > DEEPEST || !self.may_look() {
            return None;
        }
        let mut found = Vec::new();
        for (leaf, here) in self.leaves(store, t, path, depth)? {
            if !self.chooses(store, leaf) {
                self.add(&mut found, leaf, here)?;
                continue;
            }
            let (op, args) = (store.op(leaf)?, store.args(leaf).to_vec());
            for (made, there) in self.applied(store, op, &args, here, depth)? {
                self.add(&mut found, made, there)?;
            }
        }
        Some(found)
    }

    /// What the choices at the top of a word can come to for the inputs of a set, with these inputs.
    pub(super) fn leaves(
        &mut self,
        store: &mut TermStore,
        word: Term,
        path: Diagram,
        depth: u32,
    ) -> Option<Vec<(Term, Diagram)>> {
        let parts = |store: &TermStore, t: Term| sides(store, t).iter().map(|s| s.2).collect();
        let order = parts_in_order(store, word, &parts)?;
        let mut reached: FxHashMap<Term, Diagram> = FxHashMap::default();
        reached.insert(word, path);
        let mut leaves = Vec::new();
        for t in order {
            let here = reached.remove(&t).unwrap_or(Diagram::FALSE);
            if here == Diagram::FALSE {
                continue;
            }
            let sides = sides(store, t);
            if sides.is_empty() {
                leaves.push((t, here));
            }
            let mut left = here;
            for (condition, negated, part) in sides {
                let both = self.side_on(store, (condition, negated), left, depth + 1)?;
                self.diagrams.allow(self.most);
                left = self.diagrams.and(left, !both)?;
                let before = reached.get(&part).copied().unwrap_or(Diagram::FALSE);
                let both = self.diagrams.or(before, both)?;
                reached.insert(part, both);
            }
        }
        Some(leaves)
    }

    /// An operator applied to all that its arguments can be together.
    fn applied(
        &mut self,
        store: &mut TermStore,
        op: Op,
        args: &[Term],
        path: Diagram,
        depth: u32,
    ) -> Option<Vec<(Term, Diagram)>> {
        let mut lists: Vec<(Vec<Term>, Diagram)> = vec![(Vec::new(), path)];
        for arg in args {
            let mut longer = Vec::new();
            for (list, here) in &lists {
                let of_arg: Guarded = match store.sort(*arg) {
                    Sort::Bool => {
                        let truth = self.truth_on(store, *arg, *here, depth + 1)?;
                        let other = self.diagrams.and(*here, !truth)?;
                        Rc::from([(store.bool(true), truth), (store.bool(false), other)])
                    }
                    _ => self.word_on(store, *arg, *here, depth + 1)?,
                };
                if longer.len() + of_arg.len() > MOST_PAIRS {
                    return None;
                }
                for (leaf, both) in of_arg.iter().filter(|(_, both)| *both != Diagram::FALSE) {
                    let mut list = list.clone();
                    list.push(*leaf);
                    longer.push((list, *both));
                }
            }
            lists = longer;
        }
        let mut found = Vec::new();
        for (list, here) in lists {
            let made = store.app(op, &list);
            self.add(&mut found, made, here)?;
        }
        Some(found)
    }

    fn add(&mut self, found: &mut Vec<(Term, Diagram)>, leaf: Term, here: Diagram) -> Option<()> {
        if here == Diagram::FALSE {
            return Some(());
        }
        match found.iter_mut().find(|(other, _)| *other == leaf) {
            Some((_, set)) => *set = self.diagrams.or(*set, here)?,
            None => found.push((leaf, here)),
        }
        (found.len() <= MOST_LEAVES).then_some(())
    }
}

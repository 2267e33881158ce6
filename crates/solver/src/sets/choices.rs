//! Choices in one form: what a word can be on a path, each with the inputs for which it is that.

use super::diagrams::Diagram;
use super::{Set, Sets};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Term, TermStore};
use rustc_hash::FxHashMap;

/// Most things that a word can be.
const MOST_LEAVES: usize = 64;

/// Nodes of a choice that is not too large, whatever it was made of.
const SHORT: usize = 200;

/// Most parts of a term that are looked at.
const MOST_PARTS: usize = 1 << 16;

impl Sets {
    /// A word that is the same for the inputs of `path`: a choice among what the word can be there, each once, in an order that
    /// depends on them alone, under conditions that are made of sets. `None` when it can be too much, or a diagram is large.
    pub fn choice(&mut self, store: &mut TermStore, word: Term, path: Set) -> Option<Term> {
        self.know_variables(store, word)?;
        if path.epoch != self.epoch {
            return None;
        }
        if store.sort(word) == Sort::Bool {
            let truth = self.on_path(store, word, path)?;
            let within = self.within(truth, path)?;
            return self.term(store, within);
        }
        let mut leaves =
            self.asked(path.diagram, |sets| sets.leaves(store, word, path.diagram, 0))?;
        if leaves.len() > MOST_LEAVES {
            return None;
        }
        leaves.sort_by_cached_key(|(leaf, _)| match store.as_bits(*leaf) {
            Some(value) => (0, value),
            None => (1, u128::from(store.structural_hash(*leaf))),
        });
        let (last, _) = leaves.pop()?;
        let mut left = path;
        let mut conditions = Vec::with_capacity(leaves.len());
        for (leaf, diagram) in leaves {
            let here = self.set(diagram);
            let short = self.within(here, left)?;
            conditions.push((leaf, self.term(store, short)?));
            left = self.both(left, self.others(here))?;
        }
        let choose = |rest, (leaf, condition)| store.ite(condition, leaf, rest);
        let made = conditions.into_iter().rev().fold(last, choose);
        (store.size(&[made]) <= 2 * store.size(&[word]) + SHORT).then_some(made)
    }

    /// A term that is the same for the inputs of `path`, without the sides of choices that mention what was never initialised and
    /// that none of the inputs takes; `None` when it is large, or a diagram is.
    pub fn taken(&mut self, store: &mut TermStore, term: Term, path: Set) -> Option<Term> {
        self.know_variables(store, term)?;
        if path.epoch != self.epoch {
            return None;
        }
        let open = |store: &TermStore, t: &Term| store.has_unspecified(*t);
        let parts = |store: &TermStore, t: Term| {
            store.args(t).iter().copied().filter(|part| open(store, part)).collect()
        };
        let order = parts_in_order(store, term, &parts)?;
        let mut reached: FxHashMap<Term, Diagram> = FxHashMap::default();
        reached.insert(term, path.diagram);
        let mut sides: FxHashMap<Term, Term> = FxHashMap::default();
        for t in &order {
            let Some(here) = reached.get(t).copied() else { continue };
            let choice = match (store.op(*t), store.args(*t)) {
                (Some(Op::Ite), [c, yes, no]) => Some((*c, *yes, *no)),
                _ => None,
            };
            let with = choice.map(|(c, ..)| self.of_path(store, c, here));
            let mut reach = |this: &mut Self, part: Term, set: Diagram| {
                if set == Diagram::FALSE || !open(store, &part) {
                    return Some(());
                }
                let before = reached.get(&part).copied().unwrap_or(Diagram::FALSE);
                this.diagrams.allow(this.most);
                reached.insert(part, this.diagrams.or(before, set)?);
                Some(())
            };
            if let (Some((c, yes, no)), Some(Some(with))) = (choice, with) {
                self.diagrams.allow(self.most);
                let without = self.diagrams.and(here, !with)?;
                if without == Diagram::FALSE {
                    sides.insert(*t, yes);
                    reach(self, yes, with)?;
                } else if with == Diagram::FALSE {
                    sides.insert(*t, no);
                    reach(self, no, without)?;
                } else {
                    reach(self, c, here)?;
                    reach(self, yes, with)?;
                    reach(self, no, without)?;
                }
                continue;
            }
            for part in store.args(*t) {
                reach(self, *part, here)?;
            }
        }
        if sides.is_empty() {
            return Some(term);
        }
        let mut made: FxHashMap<Term, Term> = FxHashMap::default();
        for t in order.iter().rev().filter(|t| reached.contains_key(t)) {
            let of = |t: &Term| made.get(t).copied().unwrap_or(*t);
            let new = match (sides.get(t), store.op(*t)) {
                (Some(side), _) => of(side),
                (None, Some(op)) => {
                    let args: Vec<Term> = store.args(*t).iter().map(of).collect();
                    if args == store.args(*t) { *t } else { store.app(op, &args) }
                }
                (None, None) => *t,
            };
            made.insert(*t, new);
        }
        made.get(&term).copied()
    }
}

/// What a word is a choice of: under which condition, or its negation, it is what.
pub(super) fn sides(store: &TermStore, t: Term) -> Vec<(Term, bool, Term)> {
    if let (Some(Op::Ite), [c, yes, no]) = (store.op(t), store.args(t)) {
        return vec![(*c, false, *yes), (*c, true, *no)];
    }
    let Some(cases) = store.cases(t) else { return Vec::new() };
    let pairs = cases.conditions.iter().zip(&*cases.constants);
    pairs.map(|(condition, constant)| (*condition, false, *constant)).collect()
}

/// A term and all that it is made of, each before its parts; `None` when it is much.
pub(super) fn parts_in_order(
    store: &TermStore,
    term: Term,
    parts: &dyn Fn(&TermStore, Term) -> Vec<Term>,
) -> Option<Vec<Term>> {
    // Whether all parts of a term were seen to.
    let mut seen: FxHashMap<Term, bool> = FxHashMap::default();
    let mut done = Vec::new();
    let mut pending = vec![term];
    while let Some(&t) = pending.last() {
        match seen.get(&t) {
            Some(true) => {
                pending.pop();
            }
            Some(false) => {
                pending.pop();
                seen.insert(t, true);
                done.push(t);
            }
            None => {
                seen.insert(t, false);
                pending.extend(parts(store, t));
                if seen.len() > MOST_PARTS {
                    return None;
                }
            }
        }
    }
    done.reverse();
    Some(done)
}
